// npm run bench [name …]: runs benchmarks, each against a baseline in the same run.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { start, stopChildrenOnSignal } from './lib/processes.mjs'
import { exitWithError, requireNode } from './lib/project.mjs'

requireNode()
stopChildrenOnSignal()
await ensureInstalled({ dev: true })
if (!(await ensureBuilt())) exitWithError('빌드하지 못했어요. 위의 오류를 확인해 주세요.')
const named = process.argv.slice(2)
const benches =
  named.length > 0 ? named : ['markdown', 'server', 'agora', 'live', 'flood', 'screens', 'typing']
const results = []
for (const bench of benches)
  results.push(await start('node', ['--import', 'tsx', `scripts/bench/${bench}.ts`]))
process.exitCode = results.every(result => result === 0) ? 0 : 1
