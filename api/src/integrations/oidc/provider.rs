//! Provider settings of the configuration.

/// OpenID Connect provider at which this server is registered as a client.
#[derive(Clone, PartialEq, Eq)]
pub struct Provider {
    /// Short id for URLs and messages.
    pub id: String,
    /// Label of the button.
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    /// Client secret. A client without a secret relies on PKCE alone.
    pub client_secret: Option<String>,
}

const EXPECTED: &str = "expected id=…,issuer=https://…,client_id=… and perhaps name=… and client_secret=…";

impl std::str::FromStr for Provider {
    type Err = String;

    /// Parses `id=acme,name=Acme,issuer=https://id.acme.example,client_id=plaza,client_secret=…`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut id, mut name, mut issuer, mut client_id, mut client_secret) = (None, None, None, None, None);
        for pair in text.split(',') {
            let (key, value) = pair.split_once('=').ok_or(EXPECTED)?;
            let value = value.trim();
            let place = match key.trim() {
                "id" => &mut id,
                "name" => &mut name,
                "issuer" => &mut issuer,
                "client_id" => &mut client_id,
                "client_secret" => &mut client_secret,
                other => return Err(format!("unknown key `{other}`: {EXPECTED}")),
            };
            if value.is_empty() || place.replace(value.to_owned()).is_some() {
                return Err(format!("`{}` has to come once, with a value", key.trim()));
            }
        }
        let id = id.ok_or(EXPECTED)?;
        if !id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
            return Err("the id is of lower-case letters, digits and dashes".to_owned());
        }
        let issuer = issuer.ok_or(EXPECTED)?;
        if !is_safe(&issuer) {
            return Err("the issuer has to be an https address".to_owned());
        }
        Ok(Self {
            name: name.unwrap_or_else(|| id.clone()),
            id,
            issuer,
            client_id: client_id.ok_or(EXPECTED)?,
            client_secret,
        })
    }
}

impl std::fmt::Debug for Provider {
    /// Omits the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Provider({} at {})", self.id, self.issuer)
    }
}

/// Returns true if content from this URL can be trusted: it uses HTTPS or this machine.
pub fn is_safe(address: &str) -> bool {
    let local = |rest: &str| {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        host.strip_prefix("127.0.0.1").or_else(|| host.strip_prefix("localhost")).is_some_and(|port| {
            port.is_empty() || port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok())
        })
    };
    address.strip_prefix("https://").is_some_and(|rest| !rest.is_empty())
        || address.strip_prefix("http://").is_some_and(local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_is_parsed_and_invalid_settings_are_rejected() {
        let text = "id=acme, name=Acme Mail,issuer=https://id.acme.example,client_id=plaza,client_secret=s=1";
        let read: Provider = text.parse().unwrap();
        assert_eq!(
            (read.id.as_str(), read.name.as_str(), read.client_secret.as_deref()),
            ("acme", "Acme Mail", Some("s=1"))
        );
        assert!(!format!("{read:?}").contains("s=1"));
        for wrong in [
            "",
            "acme",
            "id=acme",
            "id=acme,issuer=https://a",
            "id=Acme,issuer=https://a,client_id=x",
            "id=acme,issuer=http://a.example,client_id=x",
            "id=acme,issuer=http://127.0.0.1.evil.example,client_id=x",
            "id=acme,issuer=http://localhost@evil.example,client_id=x",
            "id=acme,id=b,issuer=https://a,client_id=x",
            "id=acme,issuer=https://a,client_id=",
            "id=acme,issuer=https://a,client_id=x,colour=red",
        ] {
            assert!(wrong.parse::<Provider>().is_err(), "{wrong}");
        }
    }
}
