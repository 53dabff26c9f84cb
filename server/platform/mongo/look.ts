/** The stage in which a pipeline finds `as` in another collection, whatever the document is. */
export function look(from: string, as: string, pipeline: object[]) {
  return { $lookup: { from, as, pipeline } }
}
