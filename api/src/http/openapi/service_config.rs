//! Registration of handlers, with their descriptions where the document is wanted.

use actix_web::{dev::HttpServiceFactory, web};
use utoipa::openapi::{RefOr, path::Paths, schema::Schema};
use utoipa_actix_web::OpenApiFactory;

/// Paths and schemas of registered handlers.
#[derive(Default)]
pub struct Description {
    pub paths: Paths,
    pub schemas: Vec<(String, RefOr<Schema>)>,
}

/// Registers handlers in an app. Describes them only for the document: a worker that starts needs no description, which
/// takes a quarter of a second in a debug build.
pub struct ServiceConfig<'a> {
    config: &'a mut web::ServiceConfig,
    description: Option<&'a mut Description>,
}

impl<'a> ServiceConfig<'a> {
    pub fn new(config: &'a mut web::ServiceConfig) -> Self {
        Self { config, description: None }
    }

    /// Also adds what is registered to `description`.
    pub fn describing(config: &'a mut web::ServiceConfig, description: &'a mut Description) -> Self {
        Self { config, description: Some(description) }
    }

    pub fn configure(&mut self, routes: impl FnOnce(&mut ServiceConfig)) -> &mut Self {
        routes(self);
        self
    }

    pub fn service(&mut self, handler: impl HttpServiceFactory + OpenApiFactory + 'static) -> &mut Self {
        if let Some(description) = &mut self.description {
            description.paths.merge(handler.paths());
            handler.schemas(&mut description.schemas);
        }
        self.config.service(handler);
        self
    }
}
