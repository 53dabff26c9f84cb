import { existsSync } from 'node:fs'
import { join } from 'node:path'
import swc from '@swc/core'

/** dependency-cruiser parses with swc, because TypeScript 7 has no parser API, but does not enable JSX in it. */
const cruise = await loadCruiser()

/** Tests and test helpers may import anything. */
const OUTSIDE = String.raw`\.test\.(tsx?|mjs)$|^client/markdown/testing/`

/** Build and run the app outside the three folders, without development packages. */
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

/** The imports that dependency-cruiser rejects: `client → protocol ← server`, and no layer imports one above it. */
export const forbidden = [
  rule('client-imports-no-server', '^client/', '^(server|scripts|tests)/'),
  rule('server-imports-no-client', '^server/', '^(client|scripts|tests)/'),
  rule('protocol-imports-no-other-folder', '^protocol/', '^(client|server|scripts|tests)/'),

  rule('client-platform-imports-nothing-above', '^client/platform/', '^client/(?!platform/)'),
  rule('client-ui-imports-nothing-above', '^client/ui/', '^client/(?!platform/|ui/)'),
  rule('client-markdown-imports-nothing-above', '^client/markdown/', '^client/(?!platform/|ui/|markdown/)'),
  rule('client-session-imports-nothing-above', '^client/session/', '^client/(?!platform/|session/)'),
  rule('client-live-imports-nothing-above', '^client/live/', '^client/(?!platform/|session/|live/)'),
  rule('client-features-import-nothing-above', '^client/features/', '^client/(app/|main)'),

  rule(
    'editor-folders-import-no-editor-component',
    '^client/features/notes/editor/[^/]+/',
    '^client/features/notes/editor/[^/]+$',
  ),

  rule('server-platform-imports-nothing-above', '^server/platform/', '^server/(?!platform/)'),
  rule('server-live-imports-nothing-above', '^server/live/', '^server/(?!platform/|live/)'),
  rule(
    'server-features-import-nothing-above',
    '^server/features/',
    '^server/(app|routes|server|main|migrations)',
  ),

  // This module configures zod for browsers.
  rule(
    'zod-only-through-schema-module',
    { path: '^(protocol|client)/', pathNot: '^protocol/schema.ts$' },
    '/zod/',
  ),
  rule(
    'protocol-imports-no-package',
    { path: '^protocol/', pathNot: '^protocol/(markdown|document)/' },
    { dependencyTypesNot: ['local', 'aliased'], pathNot: '/zod/' },
  ),
  rule('protocol-markdown-imports-only-the-parser', '^protocol/markdown/', {
    dependencyTypesNot: ['local', 'aliased'],
    pathNot: 'markdown-it',
  }),
  rule('protocol-document-imports-only-what-merges', '^protocol/document/', {
    dependencyTypesNot: ['local', 'aliased'],
    pathNot: '/(yjs|diff|vitest|fast-check)/',
  }),

  // Types do not exist at run time.
  rule('no-development-packages-at-run-time', '.', {
    dependencyTypes: ['npm-dev'],
    dependencyTypesNot: ['type-only'],
  }),

  {
    name: 'no-cycles',
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

/** Checks the project at `baseDir`. Returns the files that were read and a message for each violation. */
export async function readImports(baseDir) {
  const { output } = await cruise(
    ['client', 'server', 'protocol', ...RUN_WITHOUT_TOOLS.filter(path => existsSync(join(baseDir, path)))],
    {
      baseDir,
      parser: 'swc',
      validate: true,
      ruleSet: { forbidden },
      // Include type imports.
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
    violations: output.summary.violations.map(
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
