import type { Page, Route } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { newPerson, writeNote } from '#tests/support/person.ts'
import { portOf, startLine } from '#tests/support/tcpProxy.ts'
import { expectAccessible } from './accessible.ts'
import { bodyOf, DESKTOP, keptDrafts, PHONE, save, titleOf } from './editor.ts'
import { expect, firstInShort, test } from './fixtures.ts'
import { savedUnder, topicOf } from './notesOutbox.ts'
import { signIn } from './steps.ts'

/** Notes whose saving is asked for without a line: kept, listed, and sent by themselves, once and in order. */

const unsent = (page: Page) => page.getByRole('region', { name: ko['notes.drafts'] })
const marks = (page: Page) => page.getByText(ko['notes.unsentMark'])
const leave = (page: Page) => page.getByRole('button', { name: ko['notes.saveAndExit'] }).click()

/** Writes in the open editor and leaves it, with whatever line there is. */
async function writeAndLeave(page: Page, title: string, text: string): Promise<void> {
  await titleOf(page).fill(title)
  await bodyOf(page).fill(text)
  await leave(page)
  await expect(page).toHaveURL(/notelist/)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(page).toHaveURL(/home/)
}

/** Both ways in which a line can break at a call. */
const cuts = {
  async 'after the server has done it'(route: Route) {
    await route.fetch()
    await route.abort()
  },
  'before the server hears of it': (route: Route) => route.abort(),
}

test('notes written without a line are listed with their mark and sent in order when it is back', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '지하철')
  const topicNo = await topicOf(author)
  const page = await openAs(author, PHONE, paths.notes(topicNo))
  await page.getByRole('link', { name: ko['notes.write'] }).click()
  await expect(titleOf(page)).toBeFocused()
  await page.context().setOffline(true)

  await test.step('each is listed where its writer lands', async () => {
    await writeAndLeave(page, '첫째', '한 역')
    await expect(page.getByText(ko['notes.unsentKept'])).toBeVisible()
    await expect(marks(page)).toHaveCount(1)
    await page.getByRole('link', { name: ko['notes.write'] }).click()
    await writeAndLeave(page, '둘째', '두 역')
    await expect(unsent(page).getByRole('link')).toHaveText(['둘째', '첫째'])
    await expect(marks(page)).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('it opens, and can be written on', async () => {
    await unsent(page).getByRole('link', { name: '첫째' }).click()
    await expect(bodyOf(page)).toHaveValue('한 역')
    await writeAndLeave(page, '첫째', '한 역, 그리고 더')
    await expect(marks(page)).toHaveCount(2)
  })

  await test.step('from another screen they go by themselves, the first first', async () => {
    await page.getByRole('banner').locator('a[href="/home"]').click()
    await expect(page).toHaveURL(/home/)
    await page.context().setOffline(false)
    await expect(page.getByText('담아 두었던 ‘둘째’ 노트를 보냈어요.')).toBeVisible()
    expect(await savedUnder(author, topicNo)).toEqual([
      { title: '첫째', text: '한 역, 그리고 더' },
      { title: '둘째', text: '두 역' },
    ])
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })
})

for (const [when, form] of firstInShort('after the server has done it', 'before the server hears of it')) {
  const cut = cuts[when]
  test(`a line that breaks ${when} loses nothing and makes nothing twice${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newPerson(site.url, '끊긴 줄')
    const topicNo = await topicOf(author)
    const page = await openAs(author, DESKTOP, paths.createNote(topicNo))

    await test.step('at the first save', async () => {
      await page.route('**/api/note/post', cut)
      await writeAndLeave(page, '끊겨도', '하나')
      await expect(marks(page)).toHaveCount(1)
    })

    await test.step('at sending it again', async () => {
      const tried = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/note/post'))
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await tried
      await expect(marks(page)).toHaveCount(1)
      await page.unrouteAll({ behavior: 'wait' })
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect.poll(() => keptDrafts(page)).toEqual([])
      await expect(marks(page)).toHaveCount(0)
      expect(await savedUnder(author, topicNo)).toEqual([{ title: '끊겨도', text: '하나' }])
    })

    await test.step('at saving a change', async () => {
      await page.getByRole('main').getByRole('link', { name: '끊겨도' }).click()
      await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
      await page.route('**/api/note/update', cut)
      await writeAndLeave(page, '끊겨도', '둘')
      await expect(marks(page)).toHaveCount(1)
    })

    await test.step('at saving a change of that change, which is then sent', async () => {
      await page.goBack()
      await expect(page.getByText(ko['notes.waitingUnsent'])).toBeVisible()
      await page.getByRole('link', { name: ko['notes.continueWriting'] }).click()
      await expect(bodyOf(page)).toHaveValue('둘')
      await writeAndLeave(page, '끊겨도', '셋')
      await page.unrouteAll({ behavior: 'wait' })
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(marks(page)).toHaveCount(0)
      await expect.poll(() => keptDrafts(page)).toEqual([])
      expect(await savedUnder(author, topicNo)).toEqual([{ title: '끊겨도', text: '셋' }])
    })
  })
}

test('what cannot be sent as it is says why, and leads to where that is decided', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '충돌')
  const [bothChanged, deleted] = [
    await writeNote(author, '함께 고친 노트'),
    await writeNote(author, '지운 노트'),
  ]
  const page = await openAs(author, DESKTOP, paths.updateNote(bothChanged))
  await expect(bodyOf(page)).toBeVisible()
  await page.context().setOffline(true)
  await writeAndLeave(page, '함께 고친 노트', '내 글')
  await expect(marks(page)).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(marks(page)).toHaveCount(0)

  await test.step('a conflict keeps both and opens with the choice', async () => {
    await page.goto(paths.updateNote(bothChanged))
    await expect(bodyOf(page)).toHaveValue('내 글')
    await page.context().setOffline(true)
    await writeAndLeave(page, '함께 고친 노트', '나중에 쓴 내 글')
    // The save that was begun before is over: what waits is sent by itself, and told.
    await expect(page.getByText(ko['notes.unsentKept'])).toBeVisible()
    await author.does(updateNote, {
      noteNo: bothChanged,
      title: '함께 고친 노트',
      text: encodeText('남의 글'),
    })
    await page.context().setOffline(false)
    await expect(marks(page)).toHaveCount(1)
    const main = page.getByRole('main')
    await expect(
      page.getByRole('status').getByRole('link', { name: ko['notes.unsentShow'] }),
    ).toHaveAttribute('href', new RegExp(`no=${bothChanged}&draft=`))
    // Where one landed: beside the note itself, and on it.
    await expect(main.getByText(ko['notes.unsentConflict'])).toBeVisible()
    await expect(main.getByRole('link', { name: ko['notes.waitingOpen'] })).toBeVisible()
    await expectAccessible(page)
    await page.goto(paths.topics)
    await expect(unsent(page).getByText(ko['notes.unsentConflict'])).toBeVisible()
    await page.goto(paths.note(bothChanged))
    await expect(main.getByText(ko['notes.unsentConflict']).last()).toBeVisible()
    await expectAccessible(page)
    await page.locator('.note').getByRole('link', { name: ko['notes.waitingOpen'] }).click()
    await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
    await expect(bodyOf(page)).toHaveValue('나중에 쓴 내 글')
    await page.getByRole('button', { name: ko['notes.conflictKeepBoth'] }).click()
    await expect(bodyOf(page)).toHaveValue(/남의 글[\s\S]*나중에 쓴 내 글/)
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })

  await test.step('a line that breaks at the choice keeps what was chosen, and sends that', async () => {
    await bodyOf(page).fill('내가 고른 글')
    await author.does(updateNote, {
      noteNo: bothChanged,
      title: '함께 고친 노트',
      text: encodeText('또 남의 글'),
      keepEarlier: true,
    })
    await save(page)
    await expect(page.getByText(ko['notes.conflict'])).toBeVisible()
    await page.route('**/api/note/update', route => route.abort())
    await page.getByRole('button', { name: ko['notes.conflictKeepMine'] }).click()
    await expect(page.getByText(ko['notes.saveFailed'])).toBeVisible()
    await leave(page)
    await expect(page).toHaveURL(/notelist/)
    await expect(marks(page)).toHaveCount(1)
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => keptDrafts(page)).toEqual([])
    const { text } = await author.does(getNote, { noteNo: bothChanged })
    expect(decodeText(text)).toBe('내가 고른 글')
  })

  await test.step('a note that is gone becomes another one', async () => {
    await page.goto(paths.updateNote(deleted))
    await expect(bodyOf(page)).toBeVisible()
    await page.context().setOffline(true)
    await writeAndLeave(page, '지운 노트', '남길 글')
    await author.does(deleteNote, { noteNo: deleted })
    await page.context().setOffline(false)
    await expect(unsent(page).getByText(ko['notes.unsentNoteGone'])).toBeVisible()
    await unsent(page).getByRole('link', { name: '지운 노트' }).click()
    await expect(page.getByText(ko['notes.draftOfGoneNote'])).toBeVisible()
    await save(page)
    await expect.poll(() => keptDrafts(page)).toEqual([])
  })
})

test('what waits goes when its writer comes back, never in the name of somebody else', async ({
  site,
  newPage,
}) => {
  const [author, other] = [await newPerson(site.url, '먼저쓴이'), await newPerson(site.url, '다음사람')]
  const topicNo = await topicOf(author)
  const page = await newPage(site.url, DESKTOP)
  await signIn(page, author)
  await page.goto(paths.createNote(topicNo))
  await expect(titleOf(page)).toBeVisible()
  await page.context().setOffline(true)
  // The browser gives a page its line back for the moment in which it closes it, also to what was asked just before.
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
  expect(await keptDrafts(next)).toEqual(['기다리는 글'])
  expect(await savedUnder(author, topicNo)).toEqual([])

  await signOut(next)
  await signIn(next, author)
  await expect
    .poll(() => savedUnder(author, topicNo))
    .toEqual([{ title: '나중에 갈 노트', text: '기다리는 글' }])
  await expect.poll(() => keptDrafts(next)).toEqual([])
})

test('an unsent note is thrown away only when that is confirmed, and can be taken back', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '버리는이')
  const topicNo = await topicOf(author)
  const page = await openAs(author, PHONE, paths.createNote(topicNo))
  await expect(titleOf(page)).toBeVisible()
  await page.context().setOffline(true)
  await writeAndLeave(page, '버릴까', '말까')
  const discard = page.getByRole('button', { name: '‘버릴까’ 버리기' })
  await discard.click()
  const asked = page.getByRole('group', { name: '‘버릴까’에 쓴 글을 이 기기에서 버릴까요?' })
  await expect(asked).toBeFocused()
  await expectAccessible(page)
  await asked.getByRole('button', { name: ko['common.cancel'] }).click()
  await expect(discard).toBeFocused()
  await discard.click()
  await asked.getByRole('button', { name: ko['notes.draftDiscard'] }).click()
  await expect(unsent(page)).toHaveCount(0)
  await page.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(marks(page)).toHaveCount(1)
  await page.context().setOffline(false)
  await expect.poll(() => savedUnder(author, topicNo)).toEqual([{ title: '버릴까', text: '말까' }])
})

test('whoever throws a change away without a line has the note as it was before them @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '되돌린이')
  const page = await openAs(author, DESKTOP, paths.updateNote(await writeNote(author, '장보기', '우유')))
  await expect(bodyOf(page)).toHaveValue('우유')
  await page.context().setOffline(true)
  await writeAndLeave(page, '장보기', '우유, 빵')
  await unsent(page).getByRole('link', { name: '장보기' }).click()
  await expect(bodyOf(page)).toHaveValue('우유, 빵')
  await page.getByRole('button', { name: ko['notes.draftDiscard'], exact: true }).click()
  await expect(bodyOf(page)).toHaveValue('우유')
  await expect(titleOf(page)).toHaveValue('장보기')
})

test('a topic that went meanwhile and a refusal are told, and keep the text', async ({ site, openAs }) => {
  const author = await newPerson(site.url, '거절')
  const [gone, other] = [await topicOf(author), await topicOf(author)]
  const page = await openAs(author, DESKTOP, paths.createNote(gone))
  await expect(titleOf(page)).toBeVisible()
  await page.context().setOffline(true)
  await writeAndLeave(page, '주제 없는 노트', '남는 글')
  await author.does(deleteTopic, { topicNo: gone })
  await page.context().setOffline(false)
  await page.goto(paths.topics)
  await expect(unsent(page).getByText(ko['notes.unsentTopicGone'])).toBeVisible()
  await unsent(page).getByRole('link', { name: '주제 없는 노트' }).click()
  await expect(bodyOf(page)).toHaveValue('남는 글')
  await expect(page.getByText(ko['notes.topicGoneWhileWriting'])).toBeVisible()
  await page.goto(paths.createNote(other))
  await expect(titleOf(page)).toHaveValue('')

  const rejection = { success: false, code: 'quota', message: '노트는 20,000개까지 만들 수 있어요.' }
  await page.route('**/api/note/post', route => route.abort())
  await writeAndLeave(page, '거절된 노트', '이것도 남는 글')
  // In the place of the other at once: it is tried again by itself.
  await page.route('**/api/note/post', route => route.fulfill({ status: 409, json: rejection }))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(unsent(page).getByText(rejection.message)).toBeVisible()
  expect((await keptDrafts(page)).sort()).toEqual(['남는 글', '이것도 남는 글'])
})

test('without a line a quick note waits as well, and a new one is begun from anywhere @long', async ({
  site,
  openAs,
}) => {
  const author = await newPerson(site.url, '떠오름')
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

  const begin = page.getByRole('banner').getByRole('link', { name: ko['shell.newNote'] })
  await begin.click()
  await expect(titleOf(page)).toBeVisible()
  await page.goBack()
  await page.context().setOffline(true)
  await begin.click()
  await expect(titleOf(page)).toBeVisible()
  await page.context().setOffline(false)

  await page.goto(paths.topics)
  await page.getByText(ko['topics.viewNotes']).click()
  await expect(page.getByRole('main').getByRole('link', { name: /것|지하철/ })).toHaveText([
    '지하철에서',
    '처음 것',
  ])
})

test('a line that nobody tells of, and that is cut in mid-save, is found again without anybody @long', async ({
  site,
  newPage,
}) => {
  const author = await newPerson(site.url, '터널')
  const topicNo = await topicOf(author)
  const line = await startLine(portOf(site.url))
  const page = await newPage(`http://127.0.0.1:${line.port}`, DESKTOP)
  await page.addInitScript(token => sessionStorage.setItem('authToken', token), author.token)
  await page.goto(paths.createNote(topicNo))
  await expect(titleOf(page)).toBeVisible()
  const cutAfterRequest = async (route: Route) => {
    await route.fetch()
    line.cut()
    await route.continue()
  }
  await page.route('**/api/note/post', cutAfterRequest, { times: 1 })
  await writeAndLeave(page, '터널에서', '끊긴 글')
  await expect(marks(page)).toHaveCount(1)
  line.repair()
  await expect(marks(page)).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(() => keptDrafts(page)).toEqual([])
  expect(await savedUnder(author, topicNo)).toEqual([{ title: '터널에서', text: '끊긴 글' }])
  await page.close()
  await line.stop()
})
