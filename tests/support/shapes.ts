/** The filter of an operation: its fields, each with one value or several. */
export interface Shape {
  collection: string
  /** The command, or `$lookup` for a collection that a pipeline joins. */
  by: string
  fields: string[]
}

type Document = Record<string, unknown>
type Stage = Record<string, unknown>

/**
 * The filters of a command, one shape for each statement and each collection. Inserts contain all fields, so they
 * have no shape.
 */
export function shapesOf(command: Document): Shape[] {
  const [name = ''] = Object.keys(command)
  const collection = String(command[name])
  const shape = (by: string, filter: unknown): Shape => ({ collection, by, fields: fieldsOf(filter) })
  switch (name) {
    case 'find':
      return [shape(name, command.filter)]
    case 'findAndModify':
    case 'count':
    case 'distinct':
      return [shape(name, command.query)]
    case 'update':
      return listOf(command.updates).map(({ q }) => shape(name, q))
    case 'delete':
      return listOf(command.deletes).map(({ q }) => shape(name, q))
    case 'aggregate':
      return typeof command.aggregate === 'string'
        ? pipelineShapes(collection, name, listOf(command.pipeline))
        : []
    case 'bulkWrite':
      return bulkShapes(command)
    default:
      return []
  }
}

function pipelineShapes(collection: string, by: string, pipeline: Stage[], known: string[] = []): Shape[] {
  const [first] = pipeline
  const fields = [...known, ...fieldsOf(first?.$match)]
  return [{ collection, by, fields }, ...pipeline.flatMap(innerShapes)]
}

/** Stages that read other collections, at any depth. */
function innerShapes(stage: Stage): Shape[] {
  const { $lookup: look, $unionWith: union, $facet: facet } = stage as Record<string, Document | undefined>
  if (look)
    return pipelineShapes(
      String(look.from),
      '$lookup',
      listOf(look.pipeline),
      look.foreignField === undefined ? [] : [String(look.foreignField)],
    )
  if (union) return pipelineShapes(String(union.coll), '$unionWith', listOf(union.pipeline))
  if (facet) return Object.values(facet).flatMap(inner => listOf(inner).flatMap(innerShapes))
  return []
}

function bulkShapes({ nsInfo, ops }: Document): Shape[] {
  const collections = listOf(nsInfo).map(({ ns }) => String(ns).split('.').slice(1).join('.'))
  return listOf(ops).flatMap(op => {
    const [[kind, place] = ['', 0]] = Object.entries(op)
    if (kind === 'insert') return []
    return [{ collection: collections[Number(place)] ?? '', by: 'bulkWrite', fields: fieldsOf(op.filter) }]
  })
}

/**
 * Fields that are compared with a value or a list in every branch of an `$or`: by these a router picks the shards.
 */
function fieldsOf(filter: unknown): string[] {
  if (typeof filter !== 'object' || filter === null) return []
  return Object.entries(filter).flatMap(([field, wanted]) => {
    if (field === '$and') return listOf(wanted).flatMap(fieldsOf)
    if (field === '$or') {
      const [first = [], ...others] = listOf(wanted).map(fieldsOf)
      return first.filter(name => others.every(branch => branch.includes(name)))
    }
    return !field.startsWith('$') && isGiven(wanted) ? [field] : []
  })
}

function isGiven(wanted: unknown): boolean {
  if (wanted instanceof RegExp) return false
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return true
  const operators = Object.keys(wanted).filter(key => key.startsWith('$'))
  return operators.length === 0 || operators.some(operator => operator === '$eq' || operator === '$in')
}

function listOf(value: unknown): Document[] {
  return Array.isArray(value) ? value : []
}
