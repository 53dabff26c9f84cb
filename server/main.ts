import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '#protocol/publicPages.ts'
import { readConfig } from './config.ts'
import { createLog, flushOutput, standardError, standardOutput } from './platform/log.ts'
import { StartupError } from './platform/startup.ts'
import { startServer } from './server.ts'

/** Upper bound for a shutdown. Supervisors should wait a little longer before they kill the process. */
const SHUTDOWN_TIMEOUT_MS = 30_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const clientDirectory = resolve('dist/client')
  const server = await startServer(config, {
    log,
    loadRenderer,
    clientDirectory: existsSync(resolve(clientDirectory, 'index.html')) ? clientDirectory : null,
  })
  standardOutput.write(`글마루가 열렸어요: ${server.url}\n`)

  let isStopping = false
  const stop = (exitCode: number) => {
    // A terminal and a supervisor may both forward the same Ctrl-C.
    if (isStopping) return
    isStopping = true
    setTimeout(() => {
      log.fatal('the stop took too long')
      process.exit(1)
    }, SHUTDOWN_TIMEOUT_MS).unref()
    server.stop().then(
      () => exit(exitCode),
      error => {
        log.fatal({ err: error }, 'could not stop in order')
        return exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
  void server.failed.then(sentence => {
    standardError.write(`${sentence}\n`)
    stop(1)
  })
}

/** The client's own code, built for the server. It is loaded with the first public page. In development, another build is given. */
async function loadRenderer(): Promise<PageRenderer> {
  const { href } = pathToFileURL(resolve(process.argv[2] ?? 'dist/server/pageRenderer.js'))
  return ((await import(/* @vite-ignore */ href)) as { renderer: PageRenderer }).renderer
}

async function exit(code: number): Promise<never> {
  await flushOutput()
  process.exit(code)
}

main().catch(error => {
  standardError.write(`${error instanceof StartupError ? error.message : (error?.stack ?? error)}\n`)
  return exit(1)
})
