//! Whose word is taken for who a server is: the public certificate authorities, and those that the operator adds.

use std::{io, path::Path, sync::Arc};

use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject as _},
};

/// Mozilla's authorities come with the program, so that it needs nothing of the system; a file may add a company's own.
#[derive(Clone, Default)]
pub struct TrustStore {
    own: Vec<CertificateDer<'static>>,
}

impl TrustStore {
    /// The public authorities, and those in the PEM file `own`.
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

    /// The operator's own authorities, DER.
    pub fn own(&self) -> impl Iterator<Item = &[u8]> {
        self.own.iter().map(AsRef::as_ref)
    }

    /// How a client of HTTPS is to check whom it talks to.
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
