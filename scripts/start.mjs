// npm start: installs what is missing, builds what changed, and becomes the server.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { endWithChildren, endWithNpm, start } from './lib/processes.mjs'
import { giveUp, requireNode } from './lib/project.mjs'

requireNode()
endWithNpm()
const handOverSignals = endWithChildren()
await ensureInstalled()
const onServerBuilt = process.env.MONGODB_URL
  ? undefined
  : () => start('node', ['dist/server/prepareEngine.js'])
if (!(await ensureBuilt({ onServerBuilt }))) giveUp('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
handOverSignals()

// In this very process: signals, exit code and terminal are the server's own, and nothing can be orphaned.
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
await import('../dist/server/main.js')
