import { setTimeout as wait } from 'node:timers/promises'
import { createDocumentSync } from '#client/features/documents/documentSync.ts'
import { createPresence } from '#client/features/documents/presence.ts'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { postNote } from '#protocol/notes.ts'
import { setSharedWriting, shareNote } from '#protocol/shares.ts'
import { emitWithReply } from '#tests/support/documents.ts'
import { makeHub, newTopic, newUser, type TestUser } from '#tests/support/users.ts'
import { readNotes } from '../demo/content.ts'
import type { DevtoolsBrowser, DevtoolsTab } from './devtoolsBrowser.ts'
import { type Metric, medianOf } from './metrics.ts'
import { type Trace, traceMainThread } from './screens.firstPage.ts'

const CHARACTERS = 4_900
const KEYS = 80
const WRITERS = 2
/** Between two keys of each writer, in milliseconds. */
const PAUSE_MS = 250
/** Until the page is idle, in milliseconds. */
const IDLE_AFTER_MS = 2_000
const LOOK_MS = 100
const IS_OPEN = "Boolean(document.querySelector('textarea.writing__text')?.value)"
const KEY_MS = 16
const WINDOW = { width: 1440, height: 900 }
const MODES = ['write', 'split'] as const

/** Measures keys in the middle of a long note: alone, and while friends write in it as well. */
export async function measureTyping(browser: DevtoolsBrowser, url: string): Promise<Metric[]> {
  const [author, ...friends] = await Promise.all(
    Array.from({ length: 1 + WRITERS }, (_, place) => newUser(url, `글쓴이 ${place}`)),
  )
  if (author === undefined) throw new Error('there is no author')
  const hubNo = await makeHub(author, ...friends)
  const text = readNotes()
    .map(note => note.text)
    .join('\n\n')
    .slice(0, CHARACTERS)
  const note = { topicNo: await newTopic(author), title: '긴 노트', text: encodeText(text) }
  const { noteNo } = await author.call(postNote, note)
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })

  const metrics: Metric[] = []
  for (const mode of MODES)
    for (const writers of [[], friends]) {
      const stops = await Promise.all(
        writers.map((writer, place) => startWriter(writer, noteNo, (place + 1) / (writers.length + 1))),
      )
      metrics.push(...(await typeInEditor(browser, { author, noteNo, mode, writers: writers.length })))
      for (const stop of stops) stop()
    }
  return metrics
}

/** Types a character and erases it, at a place from 0 to 1, and sends where. Returns the function that stops it. */
async function startWriter(writer: TestUser, noteNo: number, place: number): Promise<() => void> {
  const tab = await writer.openSocket()
  const sync = createDocumentSync({
    subject: { noteNo },
    transport: {
      open: request => emitWithReply(tab, 'document:open', request),
      edit: request => emitWithReply(tab, 'document:edit', request),
    },
    onChange: () => undefined,
  })
  tab.onEvent(({ name, payload }) => {
    if (name === 'document:edited') sync.receiveEdited(payload)
  })
  await sync.flush()
  const documentId = sync.opened()?.documentId ?? ''
  const presence = createPresence(sync, update =>
    tab.socket.emit('document:presence', { documentId, update }),
  )
  let isTyped = false
  const timer = setInterval(() => {
    const at = Math.floor(sync.content().text.length * place)
    const [typed, erased] = [
      { from: at, to: at, insert: '가' },
      { from: at, to: at + 1, insert: '' },
    ]
    sync.edit({ text: [isTyped ? erased : typed] })
    isTyped = !isTyped
    presence.setCaret('text', { selectionStart: at, selectionEnd: at } as HTMLTextAreaElement)
  }, PAUSE_MS)
  return () => {
    clearInterval(timer)
    presence.stop()
    sync.stop()
    tab.close()
  }
}

interface Typed {
  author: TestUser
  noteNo: number
  mode: (typeof MODES)[number]
  writers: number
}

async function typeInEditor(
  browser: DevtoolsBrowser,
  { author: { url, token }, noteNo, mode, writers }: Typed,
): Promise<Metric[]> {
  const tab = await browser.openTab()
  const { devtools, goTo, evaluate, close } = tab
  await goTo(`${url}/icon.svg`)
  await evaluate(`sessionStorage.setItem('authToken', ${JSON.stringify(token)})`)
  await evaluate(`localStorage.setItem('editor_mode', ${JSON.stringify(mode)})`)
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...WINDOW,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  await goTo(url + paths.updateNote(noteNo))
  while (!(await evaluate<boolean>(IS_OPEN))) await wait(LOOK_MS)
  await wait(IDLE_AFTER_MS)
  await evaluate(`(${watchKeys})()`)
  const endTrace = await traceMainThread(devtools)
  await typeKeys(tab)
  const mains = mainThreadOf(await endTrace())
  const painted = await evaluate<number[]>('window.keyTimes')
  await close()
  if (painted.length < KEYS || mains.length < KEYS) throw new Error('some keys were not measured')
  const name = `key, ${mode}, ${writers} others`
  return [
    { name: `${name}: until painted`, value: medianOf(painted), unit: 'ms', atMost: KEY_MS },
    { name: `${name}: main thread`, value: medianOf(mains), unit: 'ms', atMost: KEY_MS },
  ]
}

async function typeKeys({ devtools }: DevtoolsTab): Promise<void> {
  for (let count = 0; count < KEYS; count += 1) {
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: '나', text: '나' })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: '나' })
    // Not in step with the other writers.
    await wait(PAUSE_MS * (0.5 + Math.random()))
  }
}

/** Processor time from each key to its frame, in milliseconds. */
function mainThreadOf({ tasks, marks }: Trace): number[] {
  const keys = marks.filter(({ name }) => name === 'key')
  const frames = marks.filter(({ name }) => name === 'painted')
  return keys.map(({ atMs: from }, index) => {
    const to = frames[index]?.atMs ?? Number.NaN
    return tasks.filter(({ atMs, endMs }) => endMs > from && atMs < to).reduce((sum, { ms }) => sum + ms, 0)
  })
}

/** Runs in the page, so it uses nothing from this module. Puts the caret in the middle of the text. */
function watchKeys(): void {
  const area = document.querySelector('textarea.writing__text') as HTMLTextAreaElement
  const middle = area.value.indexOf('\n', area.value.length / 2)
  area.focus()
  area.setSelectionRange(middle, middle)
  const keyTimes: number[] = []
  Object.assign(window, { keyTimes })
  document.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      performance.mark('key')
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          performance.mark('painted')
          keyTimes.push(performance.now() - timeStamp)
        }
        port2.postMessage(null)
      })
    },
    true,
  )
}
