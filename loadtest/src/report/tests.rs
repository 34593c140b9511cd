//! Verdicts, and agreement of text and JSON.

use super::*;

static CATALOGUE: Catalogue =
    Catalogue { latencies: &["delivery"], figures: &[Figure { name: "acks.rate", unit: Unit::Number }] };

fn report() -> Report {
    let mut delivery = Latency::new().unwrap();
    (1..=100).for_each(|ms| delivery.record(ms * 1000));
    Report {
        scenario: "chat",
        catalogue: &CATALOGUE,
        settings: vec![("users", json!(2))],
        latencies: vec![("delivery", delivery)],
        figures: vec![("acks.rate", 500.0)],
        findings: Some(Findings::default()),
        wrong: vec![],
        remarks: vec![],
        series: vec![],
        completion: None,
        invalid: vec![],
    }
}

fn thresholds(texts: &[&str]) -> Vec<Threshold> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

#[test]
fn thresholds_decide_between_pass_and_miss() {
    assert_eq!(report().verdict(&[]), Verdict::Pass);
    assert_eq!(report().verdict(&thresholds(&["delivery.p99<=100ms", "acks.rate>=500"])), Verdict::Pass);
    assert_eq!(report().verdict(&thresholds(&["delivery.p99<20ms", "acks.rate>=500"])), Verdict::ThresholdMissed);
    assert_eq!(report().verdict(&thresholds(&["server.cpu<1s"])), Verdict::ThresholdMissed, "not measured is not kept");
}

#[test]
fn verdict_prefers_faults_then_invalid_then_thresholds() {
    let missed = thresholds(&["delivery.p99<20ms"]);
    let invalid = Report { invalid: vec!["late".to_owned()], ..report() };
    assert_eq!(invalid.verdict(&missed), Verdict::Invalid);
    let mut findings = Findings::default();
    findings.counts.insert(Fault::Lost, 1);
    let both = Report { findings: Some(findings), ..invalid };
    assert_eq!(both.verdict(&missed), Verdict::Incorrect);
    assert_eq!(Report { wrong: vec!["dropped".to_owned()], ..report() }.verdict(&[]), Verdict::Incorrect);
    let codes = [Verdict::Pass, Verdict::ThresholdMissed, Verdict::Incorrect, Verdict::Invalid].map(Verdict::exit_code);
    assert_eq!(codes, [0, 1, 3, 4]);
}

#[test]
fn threshold_on_unknown_figure_is_rejected() {
    assert_eq!(CATALOGUE.check(&thresholds(&["delivery.p99.9<1s", "delivery.mean<1s", "acks.rate>1"])), Ok(()));
    for wrong in ["delivery.p98<1s", "deliveri.p99<1s", "acks.rate<1s", "delivery.p99<20"] {
        assert!(CATALOGUE.check(&thresholds(&[wrong])).is_err(), "{wrong}");
    }
}

#[test]
fn text_and_json_agree() {
    let thresholds = thresholds(&["delivery.p99<20ms"]);
    let text = report().text(&thresholds);
    assert!(text.contains("MISSED:  delivery.p99<20ms (99.") && text.contains("FAIL"), "{text}");
    let json = report().json(&thresholds);
    assert_eq!(json["exit_code"], 1);
    assert_eq!(json["thresholds"][0]["kept"], false);
    assert_eq!(json["findings"]["lost"], 0);
    assert!((json["figures"]["delivery.p50"].as_f64().unwrap() - 0.05).abs() < 0.001);
}

#[test]
fn page_is_self_contained_and_escaped() {
    let point = |at: f64, p99: f64| Point {
        at,
        sent: 10.0,
        acked: 10.0,
        delivered: 20.0,
        p50: Some(p99 / 2.0),
        p99: Some(p99),
        driver_cpu: 0.1,
        server_cpu: None,
        server_memory: None,
    };
    let report = Report {
        remarks: vec!["<script>alert(1)</script>".to_owned()],
        series: vec![point(1.0, 0.004), point(2.0, 0.008)],
        ..report()
    };
    let page = report.page(&thresholds(&["delivery.p99<20ms"]));
    assert!(page.contains("&lt;script&gt;") && !page.contains("<script"), "{page}");
    assert!(!page.contains("http://") && !page.contains("https://"), "it must load nothing");
    assert!(page.contains("delivery.p99&lt;20ms") && page.contains("missed"), "{page}");
    // Rates, latencies and the driver's CPU time are drawn; memory was not measured.
    assert_eq!((page.matches("<figure>").count(), page.contains("Memory")), (3, false), "{page}");
}
