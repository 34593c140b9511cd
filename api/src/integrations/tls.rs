//! Trusted certificate authorities: the public authorities and those of the operator.

use std::{io, path::Path, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject as _},
};

/// Mozilla's authorities are built in, independent of the system. A file may add a company's own.
#[derive(Clone, Default)]
pub struct TrustStore {
    own: Vec<CertificateDer<'static>>,
}

impl TrustStore {
    /// Returns the public authorities and those in the PEM file `own`.
    pub fn read(own: Option<&Path>) -> io::Result<Self> {
        let Some(file) = own else { return Ok(Self::default()) };
        let named = |cause: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {cause}", file.display()));
        let own: Vec<_> = CertificateDer::pem_file_iter(file)
            .and_then(Iterator::collect)
            .map_err(|cause| named(format!("the certificates cannot be read: {cause}")))?;
        if own.is_empty() {
            return Err(named("there is no certificate in this file".to_owned()));
        }
        let mut store = RootCertStore::empty();
        for certificate in &own {
            store.add(certificate.clone()).map_err(|cause| named(format!("not a certificate: {cause}")))?;
        }
        Ok(Self { own })
    }

    /// Returns the operator's own authorities in DER.
    pub fn own(&self) -> impl Iterator<Item = &[u8]> {
        self.own.iter().map(AsRef::as_ref)
    }

    /// Returns the TLS client configuration.
    pub fn client(&self) -> io::Result<ClientConfig> {
        let mut store: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
        for certificate in &self.own {
            store.add(certificate.clone()).map_err(io::Error::other)?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(io::Error::other)?;
        Ok(builder.with_root_certificates(store).with_no_client_auth())
    }
}
