import { deleteHighlight, getPassages, highlightPassage } from '#protocol/passages.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { commentOn, highlight, passageOf, rewrite } from '#tests/support/passages.ts'
import { comment } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { delayRequests } from './delays.ts'
import { expect, test, waitForConnection } from './fixtures.ts'
import {
  chooseTool,
  drawnWords,
  mark,
  NOTE_TEXT,
  openNoteInHub,
  selectionToolbar,
  selectRange,
  selectWords,
  waitForLayer,
} from './passages.ts'
import { chooseAction, commentItem, failOlderComments, thread } from './thread.ts'

const WORDS = '두 번째 문장에는'
const commentBox = ko['passages.write']

test('comments and marks change with the language', async ({ site, openAs }) => {
  const { reader, place, desktop } = await openNoteInHub(site, openAs)
  await commentOn(reader, place, passageOf(NOTE_TEXT, WORDS), { text: '옮길 댓글' })
  const comment = commentItem(desktop, '옮길 댓글')
  await expect(comment.getByRole('button', { name: ko['comments.reply'] })).toBeVisible()

  await desktop.getByRole('button', { name: 'English' }).click()
  const translated = desktop.getByRole('listitem').filter({ hasText: '옮길 댓글' })
  await expect(translated.getByRole('button', { name: en['comments.reply'] })).toBeVisible()
  await expect(desktop.getByRole('list', { name: en['passages.marks'] })).toBeAttached()
  await expect(desktop.getByRole('toolbar', { name: en['passages.blocks'] })).toBeAttached()
})

test('a comment on selected words reaches the others, and goes with its deletion', async ({
  site,
  openAs,
}) => {
  const { reader, desktop, phone } = await openNoteInHub(site, openAs)
  await Promise.all([waitForConnection(desktop), waitForConnection(phone)])

  await selectWords(phone, WORDS)
  await chooseTool(phone, ko['passages.comment'])
  const sheet = phone.getByRole('dialog', { name: ko['passages.title'] })
  await expect(sheet).toContainText(WORDS)
  await expect(sheet.getByRole('textbox', { name: commentBox })).toBeFocused()
  // The passage stays in view above the sheet.
  const edges = await phone.evaluate(() => ({
    passage: [
      ...(CSS.highlights.get('passage-open') as unknown as Iterable<Range>),
    ][0]?.getBoundingClientRect().bottom,
    sheet: document.querySelector('dialog[open]')?.getBoundingClientRect().top,
  }))
  expect(edges.passage).toBeLessThan(edges.sheet ?? 0)

  await test.step('while they write, the others see it at the passage', async () => {
    await phone.keyboard.type('여기가')
    await expect(desktop.getByText(`${reader.name}님이 이 문장에 쓰고 있어요`)).toBeVisible()
    expect(await drawnWords(desktop, 'passage-typing')).toEqual([WORDS])
    await phone.keyboard.type(' 좋았어요')
  })
  await sheet.getByRole('button', { name: ko['comments.send'], exact: true }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: '여기가 좋았어요' })).toBeVisible()
  await expectAccessible(phone, '.passage-sheet')

  await expect(mark(desktop, WORDS)).toHaveAccessibleName(/댓글 1개/)
  await expect(commentItem(desktop, '여기가 좋았어요')).toContainText(WORDS)
  await expect.poll(() => drawnWords(desktop, 'passage-talk')).toEqual([WORDS])

  await test.step('opening the passage shows its conversation, and Back closes it', async () => {
    await mark(desktop, WORDS).click()
    const conversation = thread(desktop).filter({ hasText: '여기가 좋았어요' })
    await expect(conversation).toHaveCount(1)
    await expect(desktop.getByRole('heading', { level: 3, name: WORDS })).toBeFocused()
    expect(await drawnWords(desktop, 'passage-open')).toEqual([WORDS])
    await expectAccessible(desktop)

    await desktop.getByRole('textbox', { name: commentBox }).fill('저도요')
    await desktop.getByRole('textbox', { name: commentBox }).press('Enter')
    await expect(mark(desktop, WORDS)).toHaveAccessibleName(/댓글 2개/)
    await expect(sheet.getByRole('listitem').filter({ hasText: '저도요' })).toBeVisible()
    await desktop.goBack()
    await expect(desktop.getByRole('heading', { level: 3, name: WORDS })).toHaveCount(0)
    await expect(commentItem(desktop, '저도요')).toContainText(WORDS)
  })

  for (const text of ['여기가 좋았어요', '저도요']) {
    await chooseAction(commentItem(desktop, text), ko['common.delete'])
    await commentItem(desktop, text).getByRole('button', { name: ko['common.delete'], exact: true }).click()
  }
  await expect(mark(desktop, WORDS)).toHaveCount(0)
  expect(await drawnWords(desktop, 'passage-talk')).toEqual([])
  await expect(sheet).toHaveCount(0)
  await expect(mark(phone, WORDS)).toHaveCount(0)
})

test('highlights of several users are drawn at once, stronger, with their names @long', async ({
  site,
  openAs,
}) => {
  const { author, reader, desktop, phone } = await openNoteInHub(site, openAs)
  await Promise.all([waitForConnection(desktop), waitForConnection(phone)])

  await selectWords(phone, WORDS)
  await chooseTool(phone, ko['passages.highlight'])
  await expect(selectionToolbar(phone)).toBeHidden()
  await expect.poll(() => drawnWords(phone, 'passage-1')).toEqual([WORDS])
  await expect.poll(() => drawnWords(desktop, 'passage-1')).toEqual([WORDS])

  // The same words are the same passage.
  await selectWords(desktop, WORDS)
  await chooseTool(desktop, ko['passages.highlight'])
  await expect.poll(() => drawnWords(phone, 'passage-2')).toEqual([WORDS])
  await expect(mark(phone, WORDS)).toHaveAccessibleName(/밑줄 2명/)

  // A click on the words opens them.
  const box = await desktop.evaluate(words => {
    const [range] = [...(CSS.highlights.get('passage-2') as unknown as Iterable<Range>)]
    const { left, top, width, height } = range?.getBoundingClientRect() ?? new DOMRect()
    return range?.toString() === words ? { x: left + width / 2, y: top + height / 2 } : null
  }, WORDS)
  await desktop.mouse.click(box?.x ?? 0, box?.y ?? 0)
  const heading = desktop.getByRole('heading', { level: 3, name: WORDS })
  await expect(heading).toBeVisible()
  await expect(desktop.getByText(`${reader.name}, ${author.name}`)).toBeVisible()

  await desktop.getByRole('button', { name: ko['passages.erase'], exact: true }).click()
  await expect.poll(() => drawnWords(phone, 'passage-1')).toEqual([WORDS])
  await selectWords(phone, WORDS)
  await chooseTool(phone, ko['passages.erase'])
  await expect(mark(desktop, WORDS)).toHaveCount(0)
  await expect(mark(phone, WORDS)).toHaveCount(0)
})

test('a passage follows its words into a new text, and says when they are gone', async ({ site, openAs }) => {
  const { author, reader, place, desktop, phone } = await openNoteInHub(site, openAs)
  await commentOn(reader, place, passageOf(NOTE_TEXT, WORDS), { text: '이 말이요' })
  await expect(mark(phone, WORDS)).toBeVisible()

  await rewrite(author, place.noteNo, `새 첫머리.\n\n${NOTE_TEXT}`)
  await phone.getByRole('button', { name: ko['notes.showChanged'] }).click()
  await expect(phone.getByText('새 첫머리.')).toBeVisible()
  await expect.poll(() => drawnWords(phone, 'passage-talk')).toEqual([WORDS])
  await expect.poll(() => drawnWords(desktop, 'passage-talk')).toEqual([WORDS])

  await rewrite(author, place.noteNo, '아주 다른 글이 되었다.')
  await expect(commentItem(desktop, '이 말이요')).toContainText(ko['passages.missing'])
  await expect(mark(desktop, WORDS)).toHaveCount(0)
  await rewrite(author, place.noteNo, NOTE_TEXT)
  await expect(mark(desktop, WORDS)).toBeVisible()
  await expect(commentItem(desktop, '이 말이요')).not.toContainText(ko['passages.missing'])
})

test('everything works by keyboard, and the focus returns', async ({ site, openAs }) => {
  const { reader, place, desktop } = await openNoteInHub(site, openAs)
  await highlight(reader, place, passageOf(NOTE_TEXT, WORDS))
  await commentOn(reader, place, passageOf(NOTE_TEXT, '마지막 문단'), { text: '끝인가요' })
  await expect(mark(desktop, '마지막 문단')).toBeVisible()

  await test.step('the tools of a selection', async () => {
    await selectWords(desktop, '첫 문장')
    await desktop.keyboard.press('Tab')
    await expect(selectionToolbar(desktop).getByRole('button').first()).toBeFocused()
    await desktop.keyboard.press('ArrowRight')
    await expect(
      selectionToolbar(desktop).getByRole('button', { name: ko['passages.comment'], exact: true }),
    ).toBeFocused()
    await desktop.keyboard.press('Escape')
    await expect(selectionToolbar(desktop)).toBeHidden()
    await selectWords(desktop, '첫 문장')
    await desktop.keyboard.press('Tab')
    await desktop.keyboard.press('Enter')
    await expect(mark(desktop, '첫 문장')).toBeVisible()
  })

  await test.step('[ and ] move between passages', async () => {
    await desktop.keyboard.press(']')
    await desktop.keyboard.press(']')
    await desktop.keyboard.press(']')
    await expect(mark(desktop, '마지막 문단')).toBeFocused()
    await desktop.keyboard.press('Enter')
    await expect(desktop.getByRole('heading', { level: 3, name: '마지막 문단' })).toBeFocused()
    await desktop.keyboard.press('[')
    await expect(desktop.getByRole('heading', { level: 3, name: WORDS })).toBeFocused()
    await desktop.keyboard.press('Escape')
    await expect(mark(desktop, '마지막 문단')).toBeFocused()
  })

  await test.step('the quote of a comment leads to its passage and back', async () => {
    const quote = commentItem(desktop, '끝인가요').getByRole('button', { name: '마지막 문단' })
    await quote.focus()
    expect(await drawnWords(desktop, 'passage-pointed')).toEqual(['마지막 문단'])
    await desktop.keyboard.press('Enter')
    await expect(mark(desktop, '마지막 문단')).toBeFocused()
    await desktop.keyboard.press('Escape')
    await expect(quote).toBeFocused()
  })

  await test.step('a comment on a paragraph', async () => {
    const blocks = desktop.getByRole('toolbar', { name: ko['passages.blocks'] }).getByRole('button')
    await blocks.first().focus()
    await desktop.keyboard.press('End')
    await expect(blocks.last()).toBeFocused()
    await desktop.keyboard.press('Enter')
    await expect(desktop.getByRole('textbox', { name: commentBox })).toBeFocused()
    await desktop.keyboard.type('문단에 남겨요')
    await desktop.keyboard.press('Enter')
    await expect(commentItem(desktop, '문단에 남겨요')).toContainText('마지막 문단이다. 여기에서 끝난다.')
  })

  await test.step('comments in the order of the text', async () => {
    await desktop.getByRole('radio', { name: ko['passages.byPlace'] }).check({ force: true })
    const places = thread(desktop).locator('.comments-place')
    await expect(places).toHaveCount(2)
    await expectAccessible(desktop)
    await desktop.reload()
    await expect(places).toHaveCount(2)
  })
})

test('an unsent comment on a passage survives a reload', async ({ site, openAs }) => {
  const { desktop, phone } = await openNoteInHub(site, openAs)
  await desktop.getByRole('textbox', { name: ko['comments.write'] }).fill('쓰던 말')
  await selectWords(desktop, WORDS)
  await chooseTool(desktop, ko['passages.comment'])
  // The text that was typed before stays.
  await expect(desktop.getByRole('textbox', { name: commentBox })).toHaveValue('쓰던 말')
  await desktop.reload()
  await waitForLayer(desktop)
  await expect(desktop.getByRole('textbox', { name: commentBox })).toHaveValue('쓰던 말')
  await expect(desktop.locator('.reply-target')).toContainText(WORDS)
  await expect.poll(() => drawnWords(desktop, 'passage-open')).toEqual([WORDS])

  await desktop.route('**/postcomment', route => route.abort())
  await desktop.getByRole('textbox', { name: commentBox }).press('Enter')
  await expect(commentItem(desktop, '쓰던 말')).toContainText(ko['comments.sentLater'])
  await desktop.reload()
  await expect(commentItem(desktop, '쓰던 말')).toContainText(WORDS)
  await desktop.unroute('**/postcomment')
  await desktop.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(commentItem(phone, '쓰던 말')).toContainText(WORDS)
  await expect(mark(phone, WORDS)).toHaveAccessibleName(/댓글 1개/)
})

test('a passage with unread comments is marked until it is opened, and nothing moves @long', async ({
  site,
  openAs,
}) => {
  const text = `${NOTE_TEXT}\n\n${'긴 문단이다.\n\n'.repeat(40)}`
  const { author, place, desktop, phone } = await openNoteInHub(site, openAs, text)
  const places = () => Promise.all([desktop, phone].map(page => page.locator('.md').boundingBox()))
  const before = await places()
  await commentOn(author, place, passageOf(text, WORDS))
  for (const page of [desktop, phone]) await expect(mark(page, WORDS)).toBeVisible()
  expect(await places()).toEqual(before)

  await expect(mark(phone, WORDS)).toHaveAccessibleName(/안 읽은 댓글 1개/)
  expect(await drawnWords(phone, 'passage-unread')).toEqual([WORDS])
  await mark(phone, WORDS).click()
  await expect(phone.getByRole('dialog', { name: ko['passages.title'] })).toContainText('이 문장이요')
  await phone.goBack()
  await expect(phone.getByRole('dialog')).toHaveCount(0)
  await expect(mark(phone, WORDS)).toBeFocused()
  await expect(mark(phone, WORDS)).not.toHaveAccessibleName(/안 읽은 댓글/)
})

test('words that are selected before the highlights are loaded get their tools afterwards', async ({
  site,
  openAs,
}) => {
  const { desktop } = await openNoteInHub(site, openAs)
  const release = await delayRequests(desktop, '**/api/note/passages')
  await desktop.reload()
  await expect(desktop.getByText(WORDS)).toBeVisible()
  await selectRange(desktop, WORDS)
  release()
  await expect(selectionToolbar(desktop)).toBeVisible()
})

test('earlier comments on a passage are loaded, or a failure says so @long', async ({ site, openAs }) => {
  const { author, reader, place, address, phone } = await openNoteInHub(site, openAs)
  await commentOn(author, place, passageOf(NOTE_TEXT, WORDS), { text: '맨 처음 한 말' })
  for (let number = 1; number <= 50; number += 1) await comment(reader, place, `이야기 ${number}번째`)
  await phone.goto(address)
  const succeed = await failOlderComments(phone)
  await mark(phone, WORDS).click()
  const sheet = phone.getByRole('dialog', { name: ko['passages.title'] })
  await expect(sheet.getByRole('alert')).toContainText(ko['comments.loadFailed'])
  await succeed()
  await sheet.getByRole('button', { name: ko['common.retry'] }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: '맨 처음 한 말' })).toBeVisible()
  await expect(sheet.getByRole('alert')).toHaveCount(0)
})

test('a highlight that is erased before the server has confirmed it stays erased', async ({
  site,
  openAs,
}) => {
  const { place, reader, phone } = await openNoteInHub(site, openAs)
  const confirm = await delayRequests(phone, `**${highlightPassage.path}`)
  for (const name of [ko['passages.highlight'], ko['passages.erase']]) {
    await selectWords(phone, WORDS)
    await chooseTool(phone, name)
  }
  const deleted = phone.waitForResponse(`**${deleteHighlight.path}`)
  confirm()
  expect((await deleted).ok()).toBe(true)
  expect((await reader.call(getPassages, place)).highlights).toEqual([])
  await expect.poll(() => drawnWords(phone, 'passage-1')).toEqual([])
})
