import type { Resource, ResourceForm } from "../api";

export const BLANK: ResourceForm = {
  kind: "staff",
  name: "",
  title: "",
  seats_min: 1,
  seats_max: 1,
  offerings: [],
};

/** Body of the request that keeps a resource as it is. */
export const formOf = (resource: Resource): ResourceForm => ({
  kind: resource.kind,
  name: resource.name,
  title: resource.title,
  picture_id: resource.picture?.id ?? null,
  seats_min: resource.seats_min,
  seats_max: resource.seats_max,
  join_group: resource.join_group,
  place: resource.place,
  offerings: resource.offerings,
});
