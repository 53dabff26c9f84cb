import type { Page, Route } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { portOf, startTcpProxy } from '#tests/support/tcpProxy.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { bodyField, newTopic, save, savedNotes, storedDrafts, titleField } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { signOut } from './sessions.ts'
import { signIn } from './steps.ts'

/** Notes saved offline: stored, listed, and sent automatically, once and in order. */

const unsent = (page: Page) => page.getByRole('region', { name: ko['notes.drafts'] })
const marks = (page: Page) => page.getByText(ko['notes.unsentMark'])
const saveAndExit = (page: Page) => page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()

/** Fills in the open editor, saves and leaves it, online or offline. */
async function writeAndLeave(page: Page, title: string, text: string): Promise<void> {
  await titleField(page).fill(title)
  await bodyField(page).fill(text)
  await saveAndExit(page)
  await expect(page).toHaveURL(/notelist/)
}

/** The two moments at which a request can fail. */
const cuts = {
  async 'after the server has done it'(route: Route) {
    await route.fetch()
    await route.abort()
  },
  'before the server hears of it': (route: Route) => route.abort(),
}

test('notes written offline are listed, sent in order, or discarded', async ({ site, openAs }) => {
  const author = await newUser(site.url, '지하철')
  const topicNo = await newTopic(author)
  const page = await openAs(author, PHONE, paths.notes(topicNo))
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(titleField(page)).toBeFocused()
  await page.context().setOffline(true)

  await test.step('each note is listed on the screen after the save', async () => {
    await writeAndLeave(page, '첫째', '한 역')
    await expect(page.getByText(ko['notes.unsentKept'])).toBeVisible()
    await expect(marks(page)).toHaveCount(1)
    await page.getByRole('link', { name: ko['notes.write'] }).click()
    await writeAndLeave(page, '둘째', '두 역')
    await expect(unsent(page).getByRole('link')).toHaveText(['둘째', '첫째'])
    await expect(marks(page)).toHaveCount(2)
    await expectAccessible(page)
  })
  await test.step('a pending note opens and can be edited', async () => {
    await unsent(page).getByRole('link', { name: '첫째' }).click()
    await expect(bodyField(page)).toHaveValue('한 역')
    await writeAndLeave(page, '첫째', '한 역, 그리고 더')
    await expect(marks(page)).toHaveCount(2)
  })
  await test.step('on another screen the notes are sent automatically, in order', async () => {
    await page.locator('.bottom-bar a[href="/friends"]').click()
    await expect(page).toHaveURL(/friends/)
    await page.context().setOffline(false)
    await expect(page.getByText('담아 두었던 ‘둘째’ 노트를 보냈어요.')).toBeVisible()
    expect(await savedNotes(author, topicNo)).toEqual([
      { title: '첫째', text: '한 역, 그리고 더' },
      { title: '둘째', text: '두 역' },
    ])
    await expect.poll(() => storedDrafts(page)).toEqual([])
  })
  await test.step('an unsent note is discarded only after a confirmation, and undo restores it', async () => {
    await page.goto(paths.createNote(topicNo))
    await expect(titleField(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeAndLeave(page, '버릴까', '말까')
    const discard = page.getByRole('button', { name: '‘버릴까’ 버리기' })
    await discard.click()
    const confirmation = page.getByRole('group', { name: '‘버릴까’에 쓴 글을 이 기기에서 버릴까요?' })
    await expect(confirmation).toBeFocused()
    await expectAccessible(page)
    await confirmation.getByRole('button', { name: ko['common.cancel'] }).click()
    await expect(discard).toBeFocused()
    await discard.click()
    await confirmation.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
    await expect(unsent(page)).toHaveCount(0)
    await page.getByRole('button', { name: ko['common.undo'] }).click()
    await expect(marks(page)).toHaveCount(1)
    await page.context().setOffline(false)
    await expect
      .poll(async () => (await savedNotes(author, topicNo)).slice(2))
      .toEqual([{ title: '버릴까', text: '말까' }])
  })
})

for (const [when, form] of firstInShort('after the server has done it', 'before the server hears of it')) {
  const cut = cuts[when]
  test(`a connection that breaks ${when} loses nothing${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '끊긴 줄')
    const topicNo = await newTopic(author)
    const page = await openAs(author, DESKTOP, paths.createNote(topicNo))

    await test.step('during the first save', async () => {
      await page.route('**/api/note/post', cut)
      await writeAndLeave(page, '끊겨도', '하나')
      await expect(marks(page)).toHaveCount(1)
    })
    await test.step('during the retry', async () => {
      const tried = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/note/post'))
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await tried
      await expect(marks(page)).toHaveCount(1)
      await page.unrouteAll({ behavior: 'wait' })
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect.poll(() => storedDrafts(page)).toEqual([])
      await expect(marks(page)).toHaveCount(0)
      expect(await savedNotes(author, topicNo)).toEqual([{ title: '끊겨도', text: '하나' }])
    })
    await test.step('during the save of a change', async () => {
      await page.getByRole('main').getByRole('link', { name: '끊겨도' }).click()
      await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
      await page.route('**/api/note/update', cut)
      await writeAndLeave(page, '끊겨도', '둘')
      await expect(marks(page)).toHaveCount(1)
    })
    await test.step('during the save of a second change, which is then sent', async () => {
      await page.goBack()
      await expect(page.getByText(ko['notes.waitingUnsent'])).toBeVisible()
      await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
      await expect(bodyField(page)).toHaveValue('둘')
      await writeAndLeave(page, '끊겨도', '셋')
      await page.unrouteAll({ behavior: 'wait' })
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(marks(page)).toHaveCount(0)
      await expect.poll(() => storedDrafts(page)).toEqual([])
      expect(await savedNotes(author, topicNo)).toEqual([{ title: '끊겨도', text: '셋' }])
    })
  })
}

test('a pending note that cannot be sent says why, and its text stays', async ({ site, openAs }) => {
  const author = await newUser(site.url, '충돌')
  const [bothChanged, deleted] = [
    await writeNote(author, '함께 고친 노트'),
    await writeNote(author, '지운 노트'),
  ]
  const changeElsewhere = (text: string) =>
    author.call(updateNote, { noteNo: bothChanged, title: '함께 고친 노트', text: encodeText(text) })
  const page = await openAs(author, DESKTOP, paths.updateNote(bothChanged))
  await expect(bodyField(page)).toBeVisible()
  await page.context().setOffline(true)
  await writeAndLeave(page, '함께 고친 노트', '내 글')
  await expect(marks(page)).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(marks(page)).toHaveCount(0)

  await test.step('a conflict keeps both texts and opens with the choice', async () => {
    await page.goto(paths.updateNote(bothChanged))
    await expect(bodyField(page)).toHaveValue('내 글')
    await page.context().setOffline(true)
    await writeAndLeave(page, '함께 고친 노트', '나중에 쓴 내 글')
    // The first save is finished: the pending change is sent automatically, and reported.
    await expect(page.getByText(ko['notes.unsentKept'])).toBeVisible()
    await changeElsewhere('남의 글')
    await page.context().setOffline(false)
    await expect(marks(page)).toHaveCount(1)
    const main = page.getByRole('main')
    await expect(
      page.getByRole('status').getByRole('link', { name: ko['notes.unsentShow'] }),
    ).toHaveAttribute('href', new RegExp(`no=${bothChanged}&draft=`))
    // On the current screen: beside the note and on it.
    await expect(main.getByText(ko['notes.unsentConflict'])).toBeVisible()
    await expect(main.getByRole('link', { name: ko['notes.waitingOpen'] })).toBeVisible()
    await expectAccessible(page)
    await page.goto(paths.topics)
    await expect(unsent(page).getByText(ko['notes.unsentConflict'])).toBeVisible()
    await page.goto(paths.note(bothChanged))
    await expect(main.getByText(ko['notes.unsentConflict']).last()).toBeVisible()
    await page.locator('.note').getByRole('link', { name: ko['notes.waitingOpen'] }).click()
    await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
    await expect(bodyField(page)).toHaveValue('나중에 쓴 내 글')
    await page.getByRole('button', { name: ko['notes.conflictKeepBoth'] }).click()
    await expect(bodyField(page)).toHaveValue(/남의 글[\s\S]*나중에 쓴 내 글/)
    await expect.poll(() => storedDrafts(page)).toEqual([])
  })
  await test.step('a connection that breaks during the choice keeps the chosen text and sends it', async () => {
    await bodyField(page).fill('내가 고른 글')
    await changeElsewhere('또 남의 글')
    await save(page)
    await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
    await page.route('**/api/note/update', route => route.abort())
    await page.getByRole('button', { name: ko['notes.conflictKeepMine'] }).click()
    await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
    await saveAndExit(page)
    await expect(page).toHaveURL(/notelist/)
    await expect(marks(page)).toHaveCount(1)
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => storedDrafts(page)).toEqual([])
    const { text } = await author.call(getNote, { noteNo: bothChanged })
    expect(decodeText(text)).toBe('내가 고른 글')
  })
  await test.step('the text of a deleted note becomes a new note', async () => {
    await page.goto(paths.updateNote(deleted))
    await expect(bodyField(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeAndLeave(page, '지운 노트', '남길 글')
    await author.call(deleteNote, { noteNo: deleted })
    await page.context().setOffline(false)
    await expect(unsent(page).getByText(ko['notes.unsentNoteGone'])).toBeVisible()
    await unsent(page).getByRole('link', { name: '지운 노트' }).click()
    await expect(page.getByText(ko['notes.draftOfGoneNote'])).toBeVisible()
    await save(page)
    await expect.poll(() => storedDrafts(page)).toEqual([])
  })
  await test.step('a deleted topic and a rejection are reported, and the text stays', async () => {
    const [deletedTopic, other] = [await newTopic(author), await newTopic(author)]
    await page.goto(paths.createNote(deletedTopic))
    await expect(titleField(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeAndLeave(page, '주제 없는 노트', '남는 글')
    await author.call(deleteTopic, { topicNo: deletedTopic })
    await page.context().setOffline(false)
    await page.goto(paths.topics)
    await expect(unsent(page).getByText(ko['notes.unsentTopicGone'])).toBeVisible()
    await unsent(page).getByRole('link', { name: '주제 없는 노트' }).click()
    await expect(bodyField(page)).toHaveValue('남는 글')
    await expect(page.getByText(ko['notes.topicGoneWhileWriting'])).toBeVisible()
    await page.goto(paths.createNote(other))
    await expect(titleField(page)).toHaveValue('')

    const rejection = { success: false, code: 'quota', message: '노트는 20,000개까지 만들 수 있어요.' }
    await page.route('**/api/note/post', route => route.abort())
    await writeAndLeave(page, '거절된 노트', '이것도 남는 글')
    // Replaces the first mock: the client retries on its own.
    await page.route('**/api/note/post', route => route.fulfill({ status: 409, json: rejection }))
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(unsent(page).getByText(rejection.message)).toBeVisible()
    expect((await storedDrafts(page)).sort()).toEqual(['남는 글', '이것도 남는 글'])
  })
})

test('pending notes are sent as their author only', async ({ site, newPage }) => {
  const [author, other] = [await newUser(site.url, '먼저쓴이'), await newUser(site.url, '다음사람')]
  const topicNo = await newTopic(author)
  const page = await newPage(site.url, DESKTOP)
  await signIn(page, author)
  await page.goto(paths.createNote(topicNo))
  await expect(titleField(page)).toBeVisible()
  await page.context().setOffline(true)
  // While a page closes, the browser reconnects it for a moment, also for requests sent just before.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  await writeAndLeave(page, '나중에 갈 노트', '기다리는 글')
  await page.close()

  const next = await page.context().newPage()
  await next.context().setOffline(false)
  await signIn(next, other)
  await next.goto(paths.topics)
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(unsent(next)).toHaveCount(0)
  expect(await storedDrafts(next)).toEqual(['기다리는 글'])
  expect(await savedNotes(author, topicNo)).toEqual([])

  await signOut(next)
  await signIn(next, author)
  await expect
    .poll(() => savedNotes(author, topicNo))
    .toEqual([{ title: '나중에 갈 노트', text: '기다리는 글' }])
  await expect.poll(() => storedDrafts(next)).toEqual([])
})

test('offline a quick note is queued, and changes can be discarded @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '떠오름')
  const page = await openAs(author, DESKTOP, paths.home)
  const field = page.getByLabel(ko['notes.quick'])
  await field.fill('처음 것')
  await field.press('Control+Enter')
  await expect(page.getByText('‘처음 것’ 노트로 담았어요.')).toBeVisible()
  await page.context().setOffline(true)
  await field.fill('지하철에서\n떠오른 것')
  await field.press('Control+Enter')
  await expect(field).toHaveValue('')
  await expect(unsent(page).getByRole('link')).toHaveText(['지하철에서'])
  await expect(marks(page)).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(marks(page)).toHaveCount(0)

  const newNoteLink = page.getByRole('banner').getByRole('link', { name: ko['shell.newNote'] })
  await newNoteLink.click()
  await expect(titleField(page)).toBeVisible()
  await page.goBack()
  await page.context().setOffline(true)
  await newNoteLink.click()
  await expect(titleField(page)).toBeVisible()
  await page.context().setOffline(false)

  await page.goto(paths.topics)
  await page.getByRole('link', { name: ko['topics.viewNotes'] }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /것|지하철/ })).toHaveText([
    '지하철에서',
    '처음 것',
  ])

  await test.step('discarding an offline change shows the note as it was before', async () => {
    await page.goto(paths.updateNote(await writeNote(author, '장보기', '우유')))
    await expect(bodyField(page)).toHaveValue('우유')
    await page.context().setOffline(true)
    await writeAndLeave(page, '장보기', '우유, 빵')
    await unsent(page).getByRole('link', { name: '장보기' }).click()
    await expect(bodyField(page)).toHaveValue('우유, 빵')
    await page.getByRole('button', { name: ko['notes.draftDiscard'], exact: true }).click()
    await expect(bodyField(page)).toHaveValue('우유')
    await expect(titleField(page)).toHaveValue('장보기')
  })
})

test('an undetected connection loss during a save recovers @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '터널')
  const topicNo = await newTopic(author)
  const proxy = await startTcpProxy(portOf(site.url))
  const page = await openAs(
    { ...author, url: `http://127.0.0.1:${proxy.port}` },
    DESKTOP,
    paths.createNote(topicNo),
  )
  await expect(titleField(page)).toBeVisible()
  const cutAfterRequest = async (route: Route) => {
    await route.fetch()
    proxy.cut()
    await route.continue()
  }
  await page.route('**/api/note/post', cutAfterRequest, { times: 1 })
  await writeAndLeave(page, '터널에서', '끊긴 글')
  await expect(marks(page)).toHaveCount(1)
  proxy.repair()
  await expect(marks(page)).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(() => storedDrafts(page)).toEqual([])
  expect(await savedNotes(author, topicNo)).toEqual([{ title: '터널에서', text: '끊긴 글' }])
  await page.close()
  await proxy.stop()
})
