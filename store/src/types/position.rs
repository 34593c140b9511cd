//! Positions on the globe and distances between them.

/// Position in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    pub latitude: f64,
    pub longitude: f64,
}

/// Area between two latitudes and two longitudes. `west` is greater than `east` if it crosses the date line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub south: f64,
    pub north: f64,
    pub west: f64,
    pub east: f64,
}

impl Area {
    /// Returns none for values outside the globe, and for an area without height.
    pub fn new(west: f64, south: f64, east: f64, north: f64) -> Option<Self> {
        let corners = Position::new(south, west).and(Position::new(north, east));
        corners.filter(|_| south < north).map(|_| Self { south, north, west, east })
    }
}

const EARTH_RADIUS_KM: f64 = 6_371.0;
/// Kilometres of one degree of latitude, rounded down so that an area is never too small.
const DEGREE_KM: f64 = 111.0;

impl Position {
    /// Returns none for values outside the globe.
    pub fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let is_valid = (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude);
        is_valid.then_some(Self { latitude, longitude })
    }

    /// Returns the great-circle distance in kilometres.
    pub fn distance_km(self, other: Self) -> f64 {
        let (from, to) = (self.latitude.to_radians(), other.latitude.to_radians());
        let half = |a: f64, b: f64| ((b - a) / 2.0).sin().powi(2);
        let longitudes = half(self.longitude.to_radians(), other.longitude.to_radians());
        let haversine = half(from, to) + from.cos() * to.cos() * longitudes;
        2.0 * EARTH_RADIUS_KM * haversine.sqrt().min(1.0).asin()
    }

    /// Returns an area that contains every position within the distance.
    pub fn area(self, distance_km: f64) -> Area {
        let height = distance_km / DEGREE_KM;
        let (south, north) = (self.latitude - height, self.latitude + height);
        // The widest parallel of the area is the one nearest to a pole.
        let width = height / south.abs().max(north.abs()).to_radians().cos();
        if south <= -90.0 || north >= 90.0 || width >= 180.0 {
            return Area { south, north, west: -180.0, east: 180.0 };
        }
        let wrapped = |longitude: f64| (longitude + 540.0).rem_euclid(360.0) - 180.0;
        Area { south, north, west: wrapped(self.longitude - width), east: wrapped(self.longitude + width) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(latitude: f64, longitude: f64) -> Position {
        Position::new(latitude, longitude).unwrap()
    }

    #[test]
    fn distance_follows_great_circle() {
        let (madrid, barcelona) = (at(40.4168, -3.7038), at(41.3874, 2.1686));
        assert!((madrid.distance_km(barcelona) - 505.0).abs() < 2.0);
        assert!(madrid.distance_km(madrid) < 1e-9);
        assert!((at(0.0, 179.5).distance_km(at(0.0, -179.5)) - 111.2).abs() < 0.1);
        assert!(Position::new(91.0, 0.0).is_none() && Position::new(0.0, f64::NAN).is_none());
    }

    #[test]
    fn area_contains_every_position_within_distance() {
        for (centre, distance) in
            [(at(40.0, -3.0), 50.0), (at(0.0, 179.9), 30.0), (at(-64.0, -179.9), 80.0), (at(89.9, 20.0), 40.0)]
        {
            let area = centre.area(distance);
            for step in 0..720 {
                let (dy, dx) = (f64::from(step % 27 - 13) / 10.0, f64::from(step % 41 - 20) / 5.0);
                let longitude = (centre.longitude + dx + 540.0).rem_euclid(360.0) - 180.0;
                let Some(other) = Position::new(centre.latitude + dy, longitude) else { continue };
                let is_between = if area.west <= area.east {
                    (area.west..=area.east).contains(&other.longitude)
                } else {
                    other.longitude >= area.west || other.longitude <= area.east
                };
                let is_inside = (area.south..=area.north).contains(&other.latitude) && is_between;
                assert!(is_inside || centre.distance_km(other) > distance, "{centre:?} {other:?}");
            }
        }
    }
}
