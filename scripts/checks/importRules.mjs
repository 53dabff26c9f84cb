import { posix } from 'node:path'

/**
 * Which folder may not import which: `client → protocol ← server`, and inside a room features stand on the
 * platform, never the other way round. Tests stand outside of this order.
 */
const forbidden = [
  { from: 'client/', to: ['server/', 'scripts/', 'tests/'] },
  { from: 'server/', to: ['client/', 'scripts/', 'tests/'] },
  { from: 'protocol/', to: ['client/', 'server/', 'scripts/', 'tests/'] },
  { from: 'client/platform/', to: ['client/features/', 'client/app/'] },
  { from: 'client/ui/', to: ['client/features/', 'client/app/'] },
  { from: 'server/platform/', to: ['server/features/'] },
]
/** The one module of protocol that imports a package: from it protocol and client take zod, set up for browsers. */
const schemaModule = { path: 'protocol/schema.ts', package: 'zod' }

/** The broken rules of one file, as sentences. */
export function brokenImports(path, source) {
  if (/\.test\.tsx?$/.test(path)) return []
  return importsOf(source).flatMap(specifier => {
    const target = targetOf(path, specifier)
    const broken = target === undefined ? isForbiddenPackage(path, specifier) : isForbidden(path, target)
    return broken ? [`${path} imports ${specifier}`] : []
  })
}

function isForbidden(path, target) {
  return forbidden.some(
    rule => path.startsWith(rule.from) && rule.to.some(folder => target.startsWith(folder)),
  )
}

function isForbiddenPackage(path, specifier) {
  if (path === schemaModule.path) return specifier !== schemaModule.package
  return path.startsWith('protocol/') || (path.startsWith('client/') && specifier === schemaModule.package)
}

function importsOf(source) {
  const statements = /(?:^|[\s;])(?:import|from)\s*\(?\s*['"]([^'"\n]+)['"]/g
  return Array.from(source.matchAll(statements), ([, specifier]) => specifier)
}

/** The imported path from the project's root; undefined for a package. */
function targetOf(path, specifier) {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier)
  return undefined
}
