import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { msUntilPainted, type Sight } from './screens.painted.ts'
import type { ScreensWorld } from './screens.world.ts'

/** One click, or one step back, and what it is to show. */
interface Step {
  name: string
  /** What is clicked; without it somebody goes back. */
  click?: string
  shows: Sight
}

/** Nobody chooses before they have looked. */
const LOOKS_FOR_MS = 700

const topics: Sight = { selector: '.list-row__title', text: '읽은 책' }
const noteText: Sight = { selector: '.note__sheet .md > *' }
const room: Sight = { selector: '.shared-note__title' }
const hubs: Sight = { selector: '.hub-link' }
const suggestions: Sight = { selector: '.suggestions__list li' }
const menu = (path: string) => `.header__menu a[href="${path}"]`

/** Through one's notes and friends' rooms. What is opened first has never been on the screen. */
export function stepsThrough({ topicNo, titles: [newest, other], hubNo }: ScreensWorld): Step[] {
  const list: Sight = { selector: '.list-row__title', text: newest }
  const editor: Sight = { selector: 'textarea.writing__text' }
  const toList = `a[href="${paths.notes(topicNo)}"]`
  const toNote = (title: string) => `a.list-row__link:has-text("${title}")`
  const toShared = (title: string) => `a.shared-note__link:has-text("${title}")`
  const toEditor = 'a[href^="/note/update"]'
  const toNewNote = `a[href="${paths.createNote(topicNo)}"]`
  const toRoom = `a[href="${paths.discussion(hubNo)}"]`

  return [
    { name: 'topics → note list', click: toList, shows: list },
    { name: 'note list → note', click: toNote(newest), shows: noteText },
    { name: 'note → editor', click: toEditor, shows: editor },
    { name: 'back to the note', shows: noteText },
    { name: 'back to the note list', shows: list },
    { name: 'note list → another note', click: toNote(other), shows: noteText },
    { name: 'back from another note', shows: list },
    { name: 'note list → the same note', click: toNote(newest), shows: noteText },
    { name: 'note → the same editor', click: toEditor, shows: editor },
    { name: 'back to the same note', shows: noteText },
    { name: 'back to the same list', shows: list },
    { name: 'note list → new note', click: toNewNote, shows: editor },
    { name: 'back from the new note', shows: list },
    { name: 'menu → friends', click: menu(paths.friends), shows: hubs },
    { name: 'friends → room', click: toRoom, shows: room },
    { name: 'room → note', click: toShared(newest), shows: noteText },
    { name: 'back to the room', shows: room },
    { name: 'room → another note', click: toShared(other), shows: noteText },
    { name: 'back to the same room', shows: room },
    { name: 'back to friends', shows: hubs },
    { name: 'friends → the same room', click: toRoom, shows: room },
    { name: 'menu → agora', click: menu(paths.agora), shows: suggestions },
    { name: 'menu → topics', click: menu(paths.topics), shows: topics },
    { name: 'menu → the same agora', click: menu(paths.agora), shows: suggestions },
  ]
}

/** In milliseconds, by the steps' names. */
export async function goThrough(page: Page, world: ScreensWorld): Promise<Map<string, number>> {
  const durations = new Map<string, number>()
  await page.goto(paths.topics)
  await page.getByText(ko['topics.viewNotes']).first().waitFor()
  for (const { name, click, shows } of stepsThrough(world)) {
    await page.waitForTimeout(LOOKS_FOR_MS)
    const act = () =>
      click === undefined ? page.evaluate(() => history.back()) : page.locator(click).first().click()
    durations.set(name, await msUntilPainted(page, shows, act))
  }
  return durations
}
