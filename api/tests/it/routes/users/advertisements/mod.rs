mod advertisement_id;
mod count {
    mod advertisement_id;
}
mod random;
