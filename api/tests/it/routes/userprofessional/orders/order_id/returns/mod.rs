mod return_id;
