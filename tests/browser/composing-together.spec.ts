import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { setSharedWriting } from '#protocol/shares.ts'
import { type Random, seededRandom } from '#tests/support/chaos/random.ts'
import { contentOf, openDocument } from '#tests/support/documents.ts'
import { shareNewNote } from '#tests/support/users.ts'
import { bodyField } from './editor.ts'
import { DESKTOP, expect, firstInShort, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'
import { newHub } from './steps.ts'

/** One person composes Hangul in the editor while another edits the same note in theirs. */

const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000)
const LINE_PX = 31
const POLL = { intervals: [10, 20, 50, 100] }

/**
 * Every letter of the note is another syllable, so that each can be told apart. Only syllables with a final consonant: what is seen while
 * one is composed has none.
 */
const [FIRST_ROW, LAST_ROW, FIRST_CELL, LAST_CELL] = [0xb0, 0xc8, 0xa1, 0xfe]
const FINALS = 28
const FIRST_SYLLABLE = '가'.charCodeAt(0)
const hasFinal = (syllable: string) => (syllable.charCodeAt(0) - FIRST_SYLLABLE) % FINALS !== 0
/** The common ones, which one font file contains. */
const syllables = new TextDecoder('euc-kr')
  .decode(
    Uint8Array.from(
      Array.from({ length: LAST_ROW - FIRST_ROW + 1 }, (_, row) =>
        Array.from({ length: LAST_CELL - FIRST_CELL + 1 }, (_, cell) => [FIRST_ROW + row, FIRST_CELL + cell]),
      ).flat(2),
    ),
  )
  .split('')
  .filter(hasFinal)
const [WORD, LINE, LINES] = [5, 15, 60]
const START = syllables.slice(0, LINE * LINES)
const START_TEXT = START.map((syllable, at) => separatorBefore(at) + syllable).join('')
const [COMPOSED_FROM, INSERTED_FROM] = [START.length, START.length + 200]

function separatorBefore(at: number): string {
  if (at === 0) return ''
  if (at % LINE === 0) return '\n'
  return at % WORD === 0 ? ' ' : ''
}

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** What an input method shows in turn. */
function stagesOf(syllable: string): string[] {
  const index = syllable.charCodeAt(0) - FIRST_SYLLABLE
  const open = String.fromCharCode(FIRST_SYLLABLE + index - (index % FINALS))
  return [INITIALS[Math.floor(index / FINALS / 21)] ?? '', open, syllable]
}

const lettersOf = (text: string) => text.replace(/\s/g, '')
const without = (text: string, letters: string) =>
  [...lettersOf(text)].filter(letter => !letters.includes(letter)).join('')

interface Screen {
  value: string
  start: number
  end: number
  /** The place of the caret's line in the window, in pixels. */
  top: number
}

/** One of the two, in their browser. */
function createWriter(page: Page) {
  const area = bodyField(page)
  return {
    page,
    area,
    value: () => area.inputValue(),
    select: (start: number, end: number) =>
      area.evaluate(
        (element: HTMLTextAreaElement, range) => {
          element.focus({ preventScroll: true })
          element.setSelectionRange(...range)
        },
        [start, end] as [number, number],
      ),
    look: (): Promise<Screen> =>
      area.evaluate((element: HTMLTextAreaElement) => {
        const { value, selectionStart: start, selectionEnd: end } = element
        const line = value.slice(0, end).split('\n').length - 1
        const lines = element.parentElement?.querySelectorAll('.highlight__line')
        return { value, start, end, top: lines?.[line]?.getBoundingClientRect().top ?? Number.NaN }
      }),
  }
}
type Writer = ReturnType<typeof createWriter>

/** The letters before, in and after the selection that `other` has as well. */
const partsOf = ({ value, start, end }: Screen, other: Screen) =>
  [value.slice(0, start), value.slice(start, end), value.slice(end)].map(part =>
    [...lettersOf(part)].filter(letter => other.value.includes(letter)).join(''),
  )

function expectSamePlace(before: Screen, after: Screen, where: string): void {
  expect(partsOf(after, before), `${where}, the caret`).toEqual(partsOf(before, after))
  expect(Math.abs(after.top - before.top), `${where}, the scroll position`).toBeLessThanOrEqual(LINE_PX)
}

/** Records the start and the end of each composition. */
function recordCompositions(area: Locator): () => Promise<string[]> {
  const recorded = area.evaluateHandle(element => {
    const names: string[] = []
    for (const name of ['compositionstart', 'compositionend'])
      element.addEventListener(name, () => names.push(name))
    return names
  })
  return async () => (await recorded).jsonValue()
}

/** Plays random steps of both and checks each. */
async function createRun(random: Random, composer: Writer, other: Writer) {
  const ime = await openInputMethod(composer.page)
  const compositions = recordCompositions(composer.area)
  const caused: string[] = []
  /** What the input method is to show for the current syllable. */
  let stages: string[] = []
  let shown = ''
  let composedCount = 0
  let insertedCount = 0
  /** Changes of the other that wait for the end of the composition. */
  let heldInsertions = ''
  let heldDeletions = ''
  /** All syllables that the composer has committed, and all that the other inserted and deleted. */
  let committed = ''
  let inserted = ''
  let deleted = ''
  const isComposing = () => shown !== ''

  /** Until both have what the other did. */
  async function settle(where: string): Promise<void> {
    await expect
      .poll(
        async () => {
          const [mine, theirs] = [await composer.value(), await other.value()]
          if (!isComposing()) return mine === theirs
          return without(mine, heldDeletions) === without(theirs, heldInsertions)
        },
        { ...POLL, message: where },
      )
      .toBe(true)
    expect(await compositions(), where).toEqual(caused)
  }

  /** Puts the caret, or a selection, into a line that is on the screen. */
  async function moveCaret(): Promise<void> {
    const { start, end } = await composer.area.evaluate(
      (element: HTMLTextAreaElement, place) => {
        const lines = [...(element.parentElement?.querySelectorAll('.highlight__line') ?? [])]
        const visible = lines.flatMap((line, index) => {
          const { top } = line.getBoundingClientRect()
          return top > window.innerHeight * 0.3 && top < window.innerHeight * 0.7 ? [index] : []
        })
        const first = element.value.split('\n', visible[0]).join('\n').length
        const last = element.value.split('\n', visible.at(-1)).join('\n').length
        const start = first + Math.floor((last - first) * place)
        return { start, end: element.value.length }
      },
      random.between(0, 1),
    )
    await composer.select(start, random.below(4) === 0 ? Math.min(end, start + 1 + random.below(4)) : start)
  }

  async function compose(): Promise<void> {
    if (!isComposing()) {
      if (random.below(3) > 0) await moveCaret()
      stages = stagesOf(syllables[COMPOSED_FROM + composedCount++] ?? '')
      caused.push('compositionstart')
    }
    const [next = ''] = stages.splice(0, 1)
    await ime.compose(next)
    shown = next
  }

  /** Ends the composition; what the other did meanwhile appears. */
  async function commit(where: string): Promise<void> {
    const before = await composer.look()
    await ime.commit(shown)
    caused.push('compositionend')
    const isDeleted = heldDeletions.includes(shown)
    if (!isDeleted) committed += shown
    const syllable = shown
    shown = heldInsertions = heldDeletions = ''
    await settle(where)
    const after = await composer.look()
    expectSamePlace(before, after, where)
    expect(after.value.split(syllable).length - 1, `${where}, ${syllable}`).toBe(isDeleted ? 0 : 1)
  }

  async function composeOrCommit(where: string): Promise<void> {
    const before = await other.look()
    if (isComposing() && stages.length === 0) await commit(where)
    else await compose()
    await settle(where)
    expectSamePlace(before, await other.look(), where)
  }

  /** Before, after or at the place where the composer writes. */
  function chooseEdit(text: string, at: number) {
    const from = random.oneOf([
      random.below(at + 1),
      at + random.below(text.length - at + 1),
      Math.min(text.length, Math.max(0, at - 2 + random.below(5))),
    ])
    if (random.below(5) < 2 && from < text.length)
      return { from, to: Math.min(text.length, from + 1 + random.below(3)), insert: '' }
    const letters = syllables.slice(INSERTED_FROM + insertedCount).slice(0, 1 + random.below(2))
    insertedCount += letters.length
    return { from, to: from, insert: letters.join(random.oneOf(['', '', ' ', '\n'])) }
  }

  async function editAsOther(where: string): Promise<void> {
    const before = await composer.look()
    const text = await other.value()
    const nearest = [...lettersOf(before.value.slice(0, before.start))].findLast(letter =>
      text.includes(letter),
    )
    const { from, to, insert } = chooseEdit(text, nearest === undefined ? 0 : text.indexOf(nearest) + 1)
    const removed = lettersOf(text.slice(from, to))
    await other.select(from, to)
    if (insert !== '') await other.page.keyboard.insertText(insert)
    else await other.page.keyboard.press('Backspace')
    expect(await other.value(), where).toBe(text.slice(0, from) + insert + text.slice(to))
    inserted += lettersOf(insert)
    deleted += removed
    heldInsertions += lettersOf(insert)
    heldDeletions += removed
    await settle(where)
    const after = await composer.look()
    if (isComposing()) expect(after, where).toEqual(before)
    else {
      heldInsertions = heldDeletions = ''
      expectSamePlace(before, after, where)
    }
  }

  /** The other's letters that are there. */
  const othersIn = (text: string) => [...lettersOf(text)].filter(letter => inserted.includes(letter)).join('')

  async function undoAndRedo(where: string): Promise<void> {
    const before = await composer.value()
    await composer.page.keyboard.press('Control+z')
    await settle(where)
    const undone = await composer.value()
    const restored = without(undone, before)
    expect(without(restored, START.join('') + inserted), `${where}, undone`).toBe('')
    expect(without(restored, deleted), `${where}, undone`).toBe(restored)
    expect(without(before, undone + committed), `${where}, undone`).toBe('')
    await composer.page.keyboard.press('Control+Shift+z')
    await settle(where)
    expect(await composer.value(), `${where}, redone`).toBe(before)
  }

  return {
    async step(where: string): Promise<void> {
      const kind = random.below(20)
      if (kind < 11) await editAsOther(where)
      else if (kind < 19 || isComposing() || composedCount === 0) await composeOrCommit(where)
      else await undoAndRedo(where)
    },
    /** Ends the composition and returns the text. */
    async finish(where: string): Promise<string> {
      while (isComposing()) await composeOrCommit(where)
      return composer.value()
    },
    async undoAll(where: string): Promise<void> {
      const before = await composer.value()
      for (let count = 0; count < composedCount; count += 1) await composer.page.keyboard.press('Control+z')
      await settle(where)
      const after = await composer.value()
      expect([...lettersOf(after)].sort(), where).toEqual(
        [...without(START.join('') + inserted, deleted)].sort(),
      )
      expect([...lettersOf(after)].filter(letter => START.includes(letter)).join(''), where).toBe(
        without(START.join(''), deleted),
      )
      expect(without(othersIn(before), othersIn(after)), where).toBe('')
    },
  }
}

for (const [steps, form] of firstInShort(20, 200))
  test(`${steps} random edits around a syllable that another person composes${form}`, async ({
    site,
    openAs,
  }) => {
    test.setTimeout(240_000 + steps * 2_000)
    const random = seededRandom(SEED)
    const [author, friend, hubNo] = await newHub(site, '글쓴이', '친구')
    const noteNo = await shareNewNote(author, hubNo, '함께 쓰는 글')
    await author.call(updateNote, { noteNo, title: '함께 쓰는 글', text: encodeText(START_TEXT) })
    await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
    const writers = []
    for (const user of random.shuffled([author, friend])) {
      const writer = createWriter(await openAs(user, DESKTOP, paths.updateNote(noteNo)))
      await expect(writer.area).toHaveValue(START_TEXT)
      writers.push(writer)
    }
    const [composer, other] = writers as [Writer, Writer]
    for (const writer of writers) await writer.select(0, 0)
    // Each sees the other, so both are connected.
    for (const { page } of writers) await expect(page.locator('.caret__name').first()).toBeAttached()
    await composer.area.evaluate(element =>
      element.closest('.writing__scroller')?.scrollTo(0, element.scrollHeight / 2),
    )
    const run = await createRun(random, composer, other)
    for (let step = 1; step <= steps; step += 1) await run.step(`seed ${SEED}, step ${step}`)

    const text = await run.finish(`seed ${SEED}, the end`)
    const socket = await author.openSocket()
    const saved = async () => decodeText((await author.call(getNote, { noteNo })).text)
    await expect.poll(saved).toBe(text)
    expect(contentOf(await openDocument(socket, { noteNo })).text).toBe(text)
    await run.undoAll(`seed ${SEED}, undo`)
    socket.close()
  })
