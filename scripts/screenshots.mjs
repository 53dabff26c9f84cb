// npm run screenshots: takes the README's screenshots from the demo data, and screenshots of the gallery into
// test-results/gallery/.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { start, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode } from './lib/project.mjs'

requireNode()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
if (!(await ensureBuilt())) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
process.exitCode = (await start('node', ['--import', 'tsx', 'scripts/screenshots/main.ts'])) === 0 ? 0 : 1
