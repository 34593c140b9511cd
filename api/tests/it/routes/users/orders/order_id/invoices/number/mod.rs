mod pdf;
