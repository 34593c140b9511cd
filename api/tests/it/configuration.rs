//! Precedence of flags, environment and file. Every invalid value is named with the expected form.

use std::process::{Command, Output};

use tempfile::TempDir;

fn plaza(folder: &TempDir, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plaza"))
        .args(arguments)
        .env_clear()
        .envs(environment.iter().copied())
        .current_dir(folder.path())
        .output()
        .unwrap()
}

/// Returns the error output of a program that refuses to start.
#[track_caller]
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn every_invalid_value_is_named_with_the_expected_form() {
    let folder = TempDir::new().unwrap();
    for (name, value, flag, expected) in [
        ("PLAZA_LISTEN", "8080", "--listen", "127.0.0.1:8080"),
        ("PLAZA_METRICS_LISTEN", "9090", "--metrics-listen", "127.0.0.1:8080 or [::]:80, or off"),
        ("PLAZA_DEMO", "yes", "--demo", "off, small, full"),
        ("DATABASE_URL", "mysql://x", "--database-url", "postgres://"),
        ("REDIS_URL", "localhost", "--redis-url", "redis://host"),
        ("PLAZA_LOG", "a=b=c", "--log", "info,hub=debug"),
        ("PLAZA_LOG_FORMAT", "xml", "--log-format", "text, json"),
        ("PLAZA_ORIGINS", "plaza.example", "--origins", "https://plaza.example"),
        ("PLAZA_PROXIES", "localhost", "--proxies", "10.0.0.2"),
        ("PLAZA_WORKERS", "0", "--workers", "1..=256"),
        ("PLAZA_SMTP", "http://mail.example", "--smtp", "smtps://user:password@mail.example"),
        ("PLAZA_MAIL_FROM", "nobody", "--mail-from", "Plaza <hello@plaza.example>"),
        ("PLAZA_SMS_WEBHOOK", "sms.example", "--sms-webhook", "https://sms.example/send"),
        ("PLAZA_STRIPE_SECRET_KEY", "pk_test_1", "--stripe-secret-key", "sk_test_…"),
        ("PLAZA_STRIPE_PUBLISHABLE_KEY", "sk_test_1", "--stripe-publishable-key", "pk_test_…"),
        ("PLAZA_STRIPE_WEBHOOK_SECRET", "secret", "--stripe-webhook-secret", "whsec_…"),
        ("PLAZA_MEDIA_S3_BUCKET", "Media/x", "--media-s3-bucket", "the name of a bucket"),
        ("PLAZA_MEDIA_S3_REGION", "eu west", "--media-s3-region", "eu-central-1"),
        ("PLAZA_MEDIA_S3_ENDPOINT", "minio:9000", "--media-s3-endpoint", "an origin such as https://"),
        ("PLAZA_MEDIA_S3_ACCESS_KEY", "a/b", "--media-s3-access-key", "AKIAIOSFODNN7EXAMPLE"),
        (
            "PLAZA_MAP_TILES",
            "town.mbtiles",
            "--map-tiles",
            "a .pmtiles file of version 3, or the URL of a MapLibre style",
        ),
        ("PLAZA_MAP_TILES", "https://maps.example; script-src *", "--map-tiles", "the URL of a MapLibre style"),
        ("PLAZA_SIGN_IN_RATE", "-1", "--sign-in-rate", "0..=1000000"),
        ("PLAZA_COMMAND_RATE", "-1", "--command-rate", "0..=1000000"),
        ("PLAZA_CONNECTION_RATE", "-1", "--connection-rate", "0..=1000000"),
        ("PLAZA_CONNECTIONS", "-1", "--connections", "0..=1000000"),
        ("PLAZA_SILENT_CONNECTIONS", "-1", "--silent-connections", "0..=1000000"),
        ("PLAZA_UPLOAD_QUOTA", "1GB", "--upload-quota", "MIB A DAY"),
        ("PLAZA_DISK_RESERVE", "-1", "--disk-reserve", "0..=1000000000"),
    ] {
        let says = refused(&plaza(&folder, &[], &[(name, value)]));
        assert!(says.contains(flag) && says.contains(expected), "{name}={value}: {says}");
    }
}

#[test]
fn several_nodes_require_a_shared_database() {
    let folder = TempDir::new().unwrap();
    let output = plaza(&folder, &["--listen", "127.0.0.1:0"], &[("REDIS_URL", "redis://127.0.0.1:1")]);
    let says = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && says.contains("DATABASE_URL=postgres://"), "{output:?}");
}

#[test]
fn mail_requires_a_sender_and_trust_requires_certificates() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("none.pem"), "nothing").unwrap();
    for (name, value, expected) in [
        ("PLAZA_SMTP", "smtps://mail.example", "PLAZA_MAIL_FROM"),
        ("PLAZA_TRUST", "none.pem", "no certificate"),
        ("PLAZA_STRIPE_SECRET_KEY", "sk_test_1", "PLAZA_STRIPE_WEBHOOK_SECRET"),
        ("PLAZA_MEDIA_S3_BUCKET", "plaza-media", "PLAZA_MEDIA_S3_SECRET_KEY"),
    ] {
        let output = plaza(&folder, &["--listen", "127.0.0.1:0"], &[(name, value)]);
        let says = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && says.contains(expected), "{output:?}");
    }
}

#[test]
fn invalid_file_is_named_with_its_key() {
    let folder = TempDir::new().unwrap();
    for (text, expected) in [
        ("lisen = \"x\"", "unknown key `lisen`; the keys are listen, metrics_listen, data,"),
        ("listen = true", "`listen` is to be a text or a number"),
        ("listen = \"8080\"", "127.0.0.1:8080"),
        (
            "[[social]]\nid = \"acme\"\nissuer = \"http://acme.example\"\nclient_id = \"plaza\"",
            "has to be an https address",
        ),
        ("[[social]]\nid = \"acme\"\ncolour = \"red\"", "unknown key `colour`"),
        ("demo", "this is not TOML"),
    ] {
        std::fs::write(folder.path().join("plaza.toml"), text).unwrap();
        let says = refused(&plaza(&folder, &[], &[]));
        assert!(says.contains(expected), "{text}: {says}");
    }
    let says = refused(&plaza(&folder, &["--config", "none.toml"], &[]));
    assert!(says.contains("none.toml: the configuration file cannot be read"), "{says}");
}

#[test]
fn flags_override_environment_and_environment_overrides_file() {
    let folder = TempDir::new().unwrap();
    // The error names the configured folder.
    let asked = |arguments: &[&str], environment: &[(&str, &str)]| {
        let output = plaza(&folder, arguments, environment);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let file = "data = \"/dev/null/file\"\nworkers = 2\norigins = [\"http://localhost:5173\"]\n";
    std::fs::write(folder.path().join("plaza.toml"), file).unwrap();
    assert!(asked(&[], &[]).contains("/dev/null/file"));
    let environment = [("PLAZA_DATA", "/dev/null/environment")];
    assert!(asked(&["serve"], &environment).contains("/dev/null/environment"));
    assert!(asked(&["--data", "/dev/null/flag"], &environment).contains("/dev/null/flag"));
    assert!(asked(&["serve", "--data", "/dev/null/flag"], &environment).contains("/dev/null/flag"));
}

#[test]
fn help_lists_every_setting_and_no_secret() {
    let folder = TempDir::new().unwrap();
    let output = plaza(&folder, &["--help"], &[("DATABASE_URL", "postgres://plaza:hunter2@localhost/plaza")]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for name in [
        "serve",
        "openapi",
        "PLAZA_CONFIG",
        "PLAZA_LISTEN",
        "PLAZA_METRICS_LISTEN",
        "PLAZA_DATA",
        "PLAZA_DEMO",
        "DATABASE_URL",
        "REDIS_URL",
        "PLAZA_LOG",
        "PLAZA_LOG_FORMAT",
        "PLAZA_ORIGINS",
        "PLAZA_PROXIES",
        "PLAZA_WORKERS",
        "PLAZA_SIGN_IN_RATE",
        "PLAZA_COMMAND_RATE",
        "PLAZA_CONNECTION_RATE",
        "PLAZA_CONNECTIONS",
        "PLAZA_SILENT_CONNECTIONS",
    ] {
        assert!(text.contains(name), "{name} is missing in {text}");
    }
    assert!(!text.contains("hunter2"));
}
