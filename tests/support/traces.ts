import type { Connection } from 'mongoose'
import { dumpDatabase } from './dumpDatabase.ts'

/**
 * Where in the database one of these values is, as 'collection: field', with dots between nested fields. A number is
 * also found in strings, such as composite keys, so it must occur nowhere else by chance.
 */
export async function tracesOf(
  connection: Connection,
  ...sought: readonly (number | string)[]
): Promise<string[]> {
  const isSearched = (value: unknown) =>
    sought.some(each => value === each || (typeof value === 'string' && value.includes(String(each))))

  function pathsIn(value: unknown, path: string): string[] {
    if (Array.isArray(value)) return value.flatMap(item => pathsIn(item, path))
    if (isPart(value))
      return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, path ? `${path}.${key}` : key))
    return isSearched(value) ? [path] : []
  }

  const traces = Object.entries(await dumpDatabase(connection)).flatMap(([collection, documents]) =>
    documents.flatMap(document => pathsIn(document, '').map(path => `${collection}: ${path}`)),
  )
  return [...new Set(traces)].toSorted()
}

/** An object with fields, not a date, an id or bytes. */
function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
