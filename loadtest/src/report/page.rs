//! Report as one self-contained HTML page: figures, thresholds, findings, and charts as SVG.

use std::fmt::Write as _;

use super::{Point, Report, unquoted};
use crate::checker::Fault;
use crate::metric::{FIGURES, Unit};
use crate::threshold::Threshold;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1b1f27;--muted:#6a6459;--line:#e7e0d4;--page:#fbf8f3;--one:#1d4f7c;--two:#c4532f;--three:#5c7a29}\
@media(prefers-color-scheme:dark){:root{--ink:#f2eee6;--muted:#a49d90;--line:#2b313c;--page:#12151b;--one:#7fb2dd;--two:#e98a63;--three:#a9c46c}}\
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:60rem;margin:2rem auto;padding:0 1rem}\
h1{font-size:1.6rem}h2{font-size:1.1rem;margin-top:2rem}.pass{color:var(--three)}.fail{color:var(--two)}.muted{color:var(--muted)}\
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:end;font-variant-numeric:tabular-nums}\
td:first-child,th:first-child{text-align:start}figure{margin:1.5rem 0}svg{width:100%;height:auto}figcaption span{margin-inline-end:1rem}\
.one{stroke:var(--one);color:var(--one)}.two{stroke:var(--two);color:var(--two)}.three{stroke:var(--three);color:var(--three)}\
polyline{fill:none;stroke-width:2}text{fill:var(--muted);font-size:12px}.grid{stroke:var(--line)}";

/// Line of a chart.
struct Curve<'a> {
    name: &'static str,
    value: &'a dyn Fn(&Point) -> Option<f64>,
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 80.0;
const BOTTOM: f64 = 24.0;

impl Report {
    /// Renders the page.
    pub fn page(&self, thresholds: &[Threshold]) -> String {
        let mut page = String::new();
        self.write_page(&mut page, thresholds).map_or_else(|error| error.to_string(), |()| page)
    }

    fn write_page(&self, out: &mut String, thresholds: &[Threshold]) -> std::fmt::Result {
        let verdict = self.verdict(thresholds);
        let class = if verdict == super::Verdict::Pass { "pass" } else { "fail" };
        let name = escaped(self.scenario);
        write!(
            out,
            "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
             <title>loadtest {name}</title><style>{STYLE}</style><h1>loadtest {name}: <span class={class}>{}</span></h1>",
            escaped(verdict.label())
        )?;
        let settings: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{name} {}", escaped(&unquoted(value)))).collect();
        write!(out, "<p class=muted>{}</p>", settings.join(" · "))?;
        for text in self.wrong.iter().chain(&self.invalid) {
            write!(out, "<p class=fail>{}</p>", escaped(text))?;
        }
        self.write_thresholds(out, thresholds)?;
        self.write_latencies(out)?;
        self.write_charts(out)?;
        write!(out, "<h2>Figures</h2><table>")?;
        for (name, value) in &self.figures {
            let unit = self.catalogue.unit(name).unwrap_or(Unit::Number);
            write!(out, "<tr><td>{name}<td>{}", escaped(&unit.format(*value)))?;
        }
        write!(out, "</table>")?;
        if let Some(findings) = &self.findings {
            write!(out, "<h2>Checked</h2><table>")?;
            for fault in Fault::ALL {
                write!(out, "<tr><td>{}<td>{}", fault.name(), findings.count(fault))?;
            }
            write!(out, "</table>")?;
            for example in &findings.examples {
                write!(out, "<p class=fail>{}</p>", escaped(&example.to_string()))?;
            }
        }
        for text in &self.remarks {
            write!(out, "<p class=muted>{}</p>", escaped(text))?;
        }
        Ok(())
    }

    fn write_thresholds(&self, out: &mut String, thresholds: &[Threshold]) -> std::fmt::Result {
        if thresholds.is_empty() {
            return Ok(());
        }
        write!(out, "<h2>Thresholds</h2><table>")?;
        for threshold in thresholds {
            let value = self.value(&threshold.metric);
            let shown = value.map_or_else(|| "not measured".to_owned(), |value| threshold.unit.format(value));
            let (class, word) = if self.keeps(threshold) { ("pass", "kept") } else { ("fail", "missed") };
            let (limit, shown) = (escaped(&threshold.to_string()), escaped(&shown));
            write!(out, "<tr><td>{limit}<td>{shown}<td class={class}>{word}")?;
        }
        write!(out, "</table>")
    }

    fn write_latencies(&self, out: &mut String) -> std::fmt::Result {
        write!(out, "<h2>Latencies</h2><table><tr><th><th>count")?;
        FIGURES.iter().try_for_each(|(name, _)| write!(out, "<th>{name}"))?;
        for (name, latency) in &self.latencies {
            write!(out, "<tr><td>{name}<td>{}", Unit::Number.format(latency.count() as f64))?;
            for (figure, _) in FIGURES {
                let shown = latency.figure(figure).map_or_else(|| "–".to_owned(), |value| Unit::Time.format(value));
                write!(out, "<td>{shown}")?;
            }
        }
        write!(out, "</table>")
    }

    fn write_charts(&self, out: &mut String) -> std::fmt::Result {
        let rates = [
            Curve { name: "delivered", value: &|point| Some(point.delivered) },
            Curve { name: "acknowledged", value: &|point| Some(point.acked) },
            Curve { name: "sent", value: &|point| Some(point.sent) },
        ];
        let latencies = [
            Curve { name: "delivery p99", value: &|point| point.p99 },
            Curve { name: "delivery p50", value: &|point| point.p50 },
        ];
        let shares = [
            Curve { name: "server", value: &|point| point.server_cpu },
            Curve { name: "driver", value: &|point| Some(point.driver_cpu) },
        ];
        let memory = [Curve { name: "server", value: &|point| point.server_memory }];
        self.write_chart(out, "Messages per second", Unit::Number, &rates)?;
        self.write_chart(out, "Latency within each second", Unit::Time, &latencies)?;
        self.write_chart(out, "CPU time, in cores", Unit::Number, &shares)?;
        self.write_chart(out, "Memory", Unit::Bytes, &memory)
    }

    fn write_chart(&self, out: &mut String, title: &str, unit: Unit, curves: &[Curve<'_>]) -> std::fmt::Result {
        let values = curves.iter().flat_map(|curve| self.series.iter().filter_map(curve.value));
        let highest = values.fold(0.0, f64::max);
        let (Some(last), true) = (self.series.last(), highest > 0.0) else { return Ok(()) };
        let x = |at: f64| LEFT + at / last.at * (WIDTH - LEFT);
        let y = |value: f64| (HEIGHT - BOTTOM) * (1.0 - value / highest) + 8.0;
        write!(
            out,
            "<figure><h2>{title}</h2><svg viewBox=\"0 0 {WIDTH} {}\" role=img aria-label=\"{title}\">",
            HEIGHT + 8.0
        )?;
        for part in [0.0, 0.5, 1.0] {
            let (value, at) = (highest * part, y(highest * part));
            write!(out, "<line class=grid x1={LEFT} x2={WIDTH} y1={at:.1} y2={at:.1} />")?;
            write!(
                out,
                "<text x={} y={:.1} text-anchor=end>{}</text>",
                LEFT - 8.0,
                at + 4.0,
                escaped(&unit.format(value))
            )?;
        }
        write!(out, "<text x={WIDTH} y={HEIGHT} text-anchor=end>{:.0} s</text>", last.at)?;
        for (curve, class) in curves.iter().zip(["one", "two", "three"]) {
            write!(out, "<polyline class={class} points=\"")?;
            for point in &self.series {
                if let Some(value) = (curve.value)(point) {
                    write!(out, "{:.1},{:.1} ", x(point.at), y(value))?;
                }
            }
            write!(out, "\"/>")?;
        }
        write!(out, "</svg><figcaption>")?;
        for (curve, class) in curves.iter().zip(["one", "two", "three"]) {
            write!(out, "<span class={class}>— {}</span>", curve.name)?;
        }
        write!(out, "</figcaption></figure>")
    }
}

/// Escapes text for HTML, including attribute values.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
