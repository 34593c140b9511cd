//! Rows of resources: staff with their working time, and tables.

use serde_json::{Value, json};

use super::{
    super::{market::Opening, run},
    Known, Site,
};
use crate::{Result, catalogue::detail::Availability, db::Tx, each};

#[derive(Default)]
pub struct Rows {
    resources: Vec<Value>,
    offerings: Vec<Value>,
    rules: Vec<Value>,
}

impl Rows {
    /// Adds the resources of a company, given the ids of its offerings.
    pub fn add(&mut self, site: &Site, offerings: &[i64], known: &Known) {
        let serving = |availability: Availability| {
            let all = site.script.offerings.iter().zip(offerings);
            all.filter(move |(script, _)| script.availability == availability).map(|(_, id)| *id)
        };
        for (at, person) in site.script.staff.iter().enumerate() {
            let id = known.ids.next(known.began);
            let name = format!("{} {}", person.first_name, person.last_name);
            self.resources.push(json!([
                id,
                site.id,
                "staff",
                name,
                person.role,
                1,
                1,
                null,
                "",
                0,
                0,
                8,
                8,
                false,
                at
            ]));
            // The first one does everything, each other one omits some treatments.
            let skilled = serving(Availability::Appointment).enumerate().filter(|(n, _)| at == 0 || (n + at) % 4 != 3);
            self.offerings.extend(skilled.map(|(_, offering)| json!([id, offering])));
            self.working_time(id, at, site, known);
        }
        for (at, table) in site.script.tables.iter().enumerate() {
            let id = known.ids.next(known.began);
            // Two people do not get a table for eight.
            let seats_min = if table.seats <= 4 { 1 } else { table.seats / 2 };
            let round = table.w == table.h && at % 2 == 0;
            let area = [table.x, table.y, table.w, table.h];
            let [x, y, w, h] = area;
            let (seats, zone, group) = (table.seats, table.zone, &table.group);
            self.resources.push(json!([
                id, site.id, "table", table.name, "", seats_min, seats, group, zone, x, y, w, h, round, at
            ]));
            self.offerings.extend(serving(Availability::Table).map(|offering| json!([id, offering])));
        }
    }

    /// Adds the rules of a member of staff: the opening hours without a day off in turn.
    fn working_time(&mut self, resource: i64, at: usize, site: &Site, known: &Known) {
        let open: Vec<usize> = (0..7).filter(|day| !site.script.hours[*day].is_empty()).collect();
        let off = (open.len() > 5).then(|| open[at % open.len()]);
        let mut rules: Vec<(Opening, u32)> = Vec::new();
        for day in open.into_iter().filter(|day| Some(*day) != off) {
            for opening in &site.script.hours[day] {
                match rules.iter_mut().find(|(known, _)| known == opening) {
                    Some((_, weekdays)) => *weekdays |= 1 << day,
                    None => rules.push((*opening, 1 << day)),
                }
            }
        }
        let row = |(hours, weekdays): &(Opening, u32)| {
            json!([known.ids.next(known.began), resource, weekdays, hours.open, hours.close])
        };
        self.rules.extend(rules.iter().map(row));
    }

    pub async fn insert(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO resource (id, company_id, kind, name, title, seats_min, seats_max, join_group, area, x, y, width,
                height, is_round, position)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4,
                CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT), value->>7, value->>8, CAST(value->>9 AS BIGINT),
                CAST(value->>10 AS BIGINT), CAST(value->>11 AS BIGINT), CAST(value->>12 AS BIGINT),
                CAST(value->>13 AS BOOLEAN), CAST(value->>14 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.resources).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO resource_offering (resource_id, offering_id)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.offerings).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO schedule_rule (id, resource_id, weekdays, starts, ends)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT), CAST(value->>4 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.rules).await
    }
}
