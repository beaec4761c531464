#' How much of each item will be sold next week.
#' @export
expected <- function(demands) {
  vapply(demands, expected_of, numeric(1))
}

expected_of <- function(one) ceiling(smoothed(one$sold))
