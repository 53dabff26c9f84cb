// npm start: installs missing packages, builds if the sources changed, and runs the server.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWithNpm, start, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode } from './lib/project.mjs'

requireNode()
exitWithNpm()
const removeSignalHandlers = stopChildrenOnSignal()
await ensureInstalled()
const onServerBuilt = process.env.MONGODB_URL
  ? undefined
  : () => start('node', ['dist/server/prepareEngine.js'])
if (!(await ensureBuilt({ onServerBuilt }))) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
removeSignalHandlers()

// Runs in this process, so that signals and the exit code are the server's own and no orphan remains.
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../dist/server/main.js')
