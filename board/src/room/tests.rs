//! Tests of tables.
