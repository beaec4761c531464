/** The name of a product in the plural. */
function plural(name) {
  return name.endsWith("s") ? name : `${name}s`;
}

/**
 * How many of a product, in words.
 * @param {number} count
 * @param {string} name
 */
export function formatCount(count, name) {
  return `${count} ${count === 1 ? name : plural(name)}`;
}
