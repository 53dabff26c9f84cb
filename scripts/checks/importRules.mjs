import { existsSync } from 'node:fs'
import { join } from 'node:path'
import swc from '@swc/core'

/** TypeScript 7 offers no parser to other programs. Of swc's, dependency-cruiser asks for no JSX. */
const cruise = await loadCruiser()

/**
 * Which file may import which, for dependency-cruiser: `client → protocol ← server`, and inside a room nothing imports what is
 * built on it. Tests, and what only tests use, stand outside of this order.
 */
const OUTSIDE = String.raw`\.test\.(tsx?|mjs)$|^client/markdown/testing/`

/** Beside the rooms, what builds and runs the app: `npm start`, `dev`, `demo` and `admin` install no development packages. */
const RUN_WITHOUT_TOOLS = [
  'scripts/admin',
  'scripts/demo',
  'scripts/lib',
  'scripts/admin.ts',
  'scripts/dev.mjs',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.worker.config.ts',
]

/** Beside each folder what stands above it, or is none of its business. */
export const forbidden = [
  rule('client-stays-in-the-browser', '^client/', '^(server|scripts|tests)/'),
  rule('server-stays-on-the-server', '^server/', '^(client|scripts|tests)/'),
  rule('protocol-knows-nobody', '^protocol/', '^(client|server|scripts|tests)/'),

  rule('client-platform-is-below', '^client/platform/', '^client/(?!platform/)'),
  rule('client-ui-is-below', '^client/ui/', '^client/(?!platform/|ui/)'),
  rule('client-markdown-is-below', '^client/markdown/', '^client/(?!platform/|ui/|markdown/)'),
  rule('client-session-is-below', '^client/session/', '^client/(?!platform/|session/)'),
  rule('client-live-is-below', '^client/live/', '^client/(?!platform/|session/|live/)'),
  rule('client-features-are-below', '^client/features/', '^client/(app/|main)'),

  rule(
    'the-editor-is-made-of-its-folders',
    '^client/features/notes/editor/[^/]+/',
    '^client/features/notes/editor/[^/]+$',
  ),

  rule('server-platform-is-below', '^server/platform/', '^server/(?!platform/)'),
  rule('server-live-is-below', '^server/live/', '^server/(?!platform/|live/)'),
  rule('server-features-are-below', '^server/features/', '^server/(app|routes|server|main|migrations)'),

  // One module sets zod up for browsers; from it protocol and client take it.
  rule(
    'zod-through-the-schema-module',
    { path: '^(protocol|client)/', pathNot: '^protocol/schema.ts$' },
    '/zod/',
  ),
  rule('protocol-needs-no-package', '^protocol/', {
    dependencyTypesNot: ['local', 'aliased'],
    pathNot: '/zod/',
  }),

  // Types are gone when the app runs.
  rule('runs-without-development-packages', '.', {
    dependencyTypes: ['npm-dev'],
    dependencyTypesNot: ['type-only'],
  }),

  {
    name: 'no-circle',
    severity: 'error',
    from: { pathNot: OUTSIDE },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
]

function rule(name, from, to) {
  const where =
    typeof from === 'string'
      ? { path: from, pathNot: OUTSIDE }
      : { ...from, pathNot: [OUTSIDE, from.pathNot] }
  return { name, severity: 'error', from: where, to: typeof to === 'string' ? { path: to } : to }
}

/** What breaks a rule, as sentences, and every file that was read, in the rooms of the project at `baseDir`. */
export async function readImports(baseDir) {
  const { output } = await cruise(
    ['client', 'server', 'protocol', ...RUN_WITHOUT_TOOLS.filter(path => existsSync(join(baseDir, path)))],
    {
      baseDir,
      parser: 'swc',
      validate: true,
      ruleSet: { forbidden },
      // Types tie files together, too.
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      conditionNames: ['import', 'node', 'default'],
    },
  )
  return {
    files: output.modules.map(({ source }) => source),
    failedChecks: output.summary.violations.map(
      ({ rule: { name }, from, to, cycle = [] }) =>
        `${name}: ${[from, ...(cycle.length > 0 ? cycle.map(step => step.name) : [to])].join(' → ')}`,
    ),
  }
}

async function loadCruiser() {
  const parseFileSync = swc.parseFileSync
  swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
  return (await import('dependency-cruiser')).cruise
}
