import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { type CDPSession, chromium } from '@playwright/test'
import { chromiumOptions } from '#tests/browser/chromium.ts'

interface Message {
  id?: number
  sessionId?: string
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

export interface DevtoolsBrowser {
  /** Opens a tab in a new browser context. */
  openTab(): Promise<DevtoolsTab>
  close(): Promise<void>
}

export interface DevtoolsTab {
  /** Has the interface of Playwright's sessions. */
  devtools: CDPSession
  /** Resolves when the page has loaded. */
  goTo(url: string): Promise<void>
  evaluate<Result>(expression: string): Promise<Result>
  close(): Promise<void>
}

/**
 * Starts Chromium without Playwright. Playwright listens to console messages, for which V8 keeps whole stacks and parses react-dom
 * again: 15 ms that no visitor has, or 60 ms on a slow processor.
 */
export async function launchDevtoolsBrowser(): Promise<DevtoolsBrowser> {
  const { executablePath = chromium.executablePath(), args } = chromiumOptions
  const profile = await mkdtemp(join(tmpdir(), 'bench-browser-'))
  const words = ['--headless', '--lang=ko-KR', '--remote-debugging-pipe', `--user-data-dir=${profile}`]
  const browser = spawn(executablePath, [...args, ...words, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , toBrowser, fromBrowser] = browser.stdio as unknown as [null, null, null, Writable, Readable]
  const received = new EventEmitter().setMaxListeners(0)
  let rest = ''
  fromBrowser.setEncoding('utf8').on('data', (read: string) => {
    const messages = (rest + read).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const { id, sessionId = '', method, params, result, error } = JSON.parse(message) as Message
      if (error) throw new Error(error.message)
      if (id === undefined) received.emit(`${sessionId} ${method}`, params)
      else received.emit(`${id}`, result)
    }
  })

  let lastId = 0
  async function ask<ApiResponse>(
    method: string,
    params: object = {},
    sessionId?: string,
  ): Promise<ApiResponse> {
    const id = ++lastId
    const response = once(received, `${id}`)
    toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return (await response)[0] as ApiResponse
  }

  async function openTab(): Promise<DevtoolsTab> {
    const context = await ask<{ browserContextId: string }>('Target.createBrowserContext')
    const target = await ask<{ targetId: string }>('Target.createTarget', { url: 'about:blank', ...context })
    const { sessionId } = await ask<{ sessionId: string }>('Target.attachToTarget', {
      ...target,
      flatten: true,
    })
    const send = <ApiResponse>(method: string, params?: object) => ask<ApiResponse>(method, params, sessionId)
    const on = (name: string, receive: (params: unknown) => void) =>
      received.on(`${sessionId} ${name}`, receive)
    const next = (name: string, receive: (params: unknown) => void) =>
      received.once(`${sessionId} ${name}`, receive)
    await send('Page.enable')
    return {
      devtools: { send, on, once: next } as unknown as CDPSession,
      async goTo(url) {
        const loaded = once(received, `${sessionId} Page.loadEventFired`)
        await send('Page.navigate', { url })
        await loaded
      },
      async evaluate<Result>(expression: string) {
        type Evaluated = { result: { value: Result } }
        return (await send<Evaluated>('Runtime.evaluate', { expression, returnByValue: true })).result.value
      },
      close: () => ask('Target.disposeBrowserContext', context),
    }
  }

  return {
    openTab,
    async close() {
      const exited = once(browser, 'exit')
      toBrowser.write(`${JSON.stringify({ id: ++lastId, method: 'Browser.close' })}\0`)
      await exited
      toBrowser.destroy()
      fromBrowser.destroy()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
