/** A short form of the state of a table that a response shows. */
export function seen({ id, version, description, deleted, updatedAt, followers }) {
  return {
    id,
    version,
    text: description ?? null,
    deleted: deleted ?? false,
    updatedAt,
    ...(followers ? { followers: followers.map((user) => user.id) } : {}),
  };
}

/** The revision that an ETag names: it grows with every write of a row. */
export function tagOf(etag) {
  return Number(/\.(\d+)"$/.exec(etag ?? '')?.[1] ?? Number.NaN);
}
