import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import type { ScreensFixtures, ScreensNote } from './screens.fixtures.ts'

/** A click or a step back, and its expected result. */
interface Step {
  name: string
  /** The clicked element; undefined to go back. */
  click?: string
  shows: Target
}

/** Pause before each click, like a user's. */
const PAUSE_MS = 700

const topics: Target = { selector: '.topic-row__title', text: '읽은 책' }
const room: Target = { selector: '.shared-note__title' }
const hubs: Target = { selector: '.room-row' }
const suggestions: Target = { selector: '.suggestions__list li' }
const menu = (path: string) => `.header__menu a[href="${path}"]`

/** Opens own notes and hubs, each for the first time and again. */
export function journeySteps({ topicNo, notes: [newest, other], hubNo }: ScreensFixtures): Step[] {
  const list: Target = { selector: '.note-row__title', text: newest.title }
  const textOf = ({ firstWords }: ScreensNote): Target => ({
    selector: '.note__sheet .md > *',
    text: firstWords,
  })
  const newEditor: Target = { selector: 'textarea.writing__text' }
  const editor: Target = { ...newEditor, text: newest.source }
  const toList = `a[href="${paths.notes(topicNo)}"]`
  const toNote = ({ title }: ScreensNote) => `a.note-row__link:has-text("${title}")`
  const toShared = ({ title }: ScreensNote) => `a.shared-note__link:has-text("${title}")`
  const toEditor = 'a[href^="/note/update"]'
  const toNewNote = `a[href="${paths.createNote(topicNo)}"]`
  const toRoom = `a[href="${paths.discussion(hubNo)}"]`

  return [
    { name: 'topics → note list', click: toList, shows: list },
    { name: 'note list → note', click: toNote(newest), shows: textOf(newest) },
    { name: 'note → editor', click: toEditor, shows: editor },
    { name: 'back to the note', shows: textOf(newest) },
    { name: 'back to the note list', shows: list },
    { name: 'note list → another note', click: toNote(other), shows: textOf(other) },
    { name: 'back from another note', shows: list },
    { name: 'note list → the same note', click: toNote(newest), shows: textOf(newest) },
    { name: 'note → the same editor', click: toEditor, shows: editor },
    { name: 'back to the same note', shows: textOf(newest) },
    { name: 'back to the same list', shows: list },
    { name: 'note list → new note', click: toNewNote, shows: newEditor },
    { name: 'back from the new note', shows: list },
    { name: 'menu → friends', click: menu(paths.friends), shows: hubs },
    { name: 'friends → room', click: toRoom, shows: room },
    { name: 'room → note', click: toShared(newest), shows: textOf(newest) },
    { name: 'back to the room', shows: room },
    { name: 'room → another note', click: toShared(other), shows: textOf(other) },
    { name: 'back to the same room', shows: room },
    { name: 'back to friends', shows: hubs },
    { name: 'friends → the same room', click: toRoom, shows: room },
    { name: 'menu → agora', click: menu(paths.agora), shows: suggestions },
    { name: 'menu → topics', click: menu(paths.topics), shows: topics },
    { name: 'menu → the same agora', click: menu(paths.agora), shows: suggestions },
  ]
}

/** Runs the steps. Resolves with milliseconds by step name. */
export async function runJourney(page: Page, fixtures: ScreensFixtures): Promise<Map<string, number>> {
  const durations = new Map<string, number>()
  await page.goto(paths.topics)
  await page.getByText(ko['topics.viewNotes']).first().waitFor()
  for (const { name, click, shows } of journeySteps(fixtures)) {
    await page.waitForTimeout(PAUSE_MS)
    const act = () =>
      click === undefined ? page.evaluate(() => history.back()) : page.locator(click).first().click()
    durations.set(name, await msUntilPainted(page, shows, act))
  }
  return durations
}

/** A visible element, or text field, with a text. */
export interface Target {
  selector: string
  text?: string
}

/** The window with the pending measurement. */
type Watched = Window & { painted?: Promise<number> }

/**
 * Milliseconds from a click or `popstate` to the frame that shows the target. `act` must click once or go back.
 */
export async function msUntilPainted(
  page: Page,
  target: Target,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(startWatch, target)
  await act()
  return page.evaluate(() => (window as Watched).painted ?? Number.NaN)
}

/** Runs in the page, so it uses nothing from this module. */
function startWatch({ selector, text = '' }: Target): void {
  ;(window as Watched).painted = new Promise(resolve => {
    const watch = {
      begin: Number.NaN,
      handleEvent({ timeStamp }: Event) {
        this.begin = timeStamp
        this.look()
      },
      look() {
        requestAnimationFrame(() => (this.isShown() ? this.end() : this.look()))
      },
      isShown() {
        return [...document.querySelectorAll<HTMLElement>(selector)].some(
          element =>
            element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
            (element instanceof HTMLTextAreaElement ? element.value : element.textContent).includes(text),
        )
      },
      /** Resolves in the task after the frame. */
      end() {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - this.begin)
        port2.postMessage(null)
      },
    }
    window.addEventListener('click', watch, { capture: true, once: true })
    window.addEventListener('popstate', watch, { capture: true, once: true })
  })
}
