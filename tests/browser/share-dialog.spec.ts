import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { SHARE_HUBS_PER_PAGE } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, firstInShort, test } from './fixtures.ts'
import { setEnglish } from './steps.ts'

for (const [width, form] of firstInShort(1440, 390))
  test(`a member shares notes from inside a room, ${width} px${form}`, async ({ site, openAs }) => {
    const [author, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '읽는이')]
    const hubNo = await makeHub(author, friend)
    const before = await writeNote(author, '나눈 노트')
    await author.call(shareNote, { hubNo, noteNo: before })
    for (const title of ['골목 이야기', '책방 이야기']) await writeNote(author, title)
    const page = await openAs(author, width, paths.discussion(hubNo))
    await page.getByRole('button', { name: ko['shares.fromRoom'] }).click()
    const dialog = page.getByRole('dialog', { name: ko['shares.fromRoom'] })
    const row = (title: string) => dialog.getByRole('listitem').filter({ hasText: title })
    await expect(row('나눈 노트').getByRole('link', { name: ko['shares.seeInRoom'] })).toBeVisible()
    await expectAccessible(page)

    await dialog.getByRole('searchbox', { name: ko['shares.findNotes'] }).fill('ㄱㅁ')
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await row('골목 이야기').getByRole('button', { name: ko['shares.shareHere'] }).click()
    await row('골목 이야기').getByRole('button', { name: ko['common.undo'] }).click()
    await row('골목 이야기').getByRole('button', { name: ko['shares.shareHere'] }).click()
    await row('골목 이야기').getByRole('button', { name: ko['shares.shareNow'] }).click()
    await expect(row('골목 이야기').getByRole('link', { name: ko['shares.seeInRoom'] })).toBeVisible()

    // Closing the dialog moves pending shares into one toast with undo.
    await dialog.getByRole('searchbox').fill('')
    await row('책방 이야기').getByRole('button', { name: ko['shares.shareHere'] }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: '골목 이야기' })).toBeVisible()
    await page.getByRole('button', { name: ko['common.undo'] }).click()
    await expect(page.getByText(ko['shares.takenBack'])).toBeVisible()
  })

test('a member writes and shares a quick note in a room, and it survives closing the dialog', async ({
  site,
  openAs,
}) => {
  const [author, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '읽는이')]
  const hubNo = await makeHub(author, friend)
  const page = await openAs(author, 390, paths.discussion(hubNo))
  const reader = await openAs(friend, 1440, paths.discussion(hubNo))
  const dialog = page.getByRole('dialog', { name: ko['shares.fromRoom'] })
  const text = dialog.getByRole('textbox', { name: ko['shares.write'] })
  const open = () => page.getByRole('button', { name: ko['shares.fromRoom'] }).click()
  await page.getByRole('button', { name: ko['shares.firstHere'] }).click()
  await expect(text).not.toBeFocused()
  await text.fill('저녁에 골목에서 봐요\n일곱 시요')
  await page.keyboard.press('Escape')
  await open()
  await expect(text).toHaveValue('저녁에 골목에서 봐요\n일곱 시요')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: ko['shares.writeAndShare'] }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: '저녁에 골목에서 봐요' })
  await row.getByRole('button', { name: ko['shares.shareNow'] }).click()
  await expect(text).toHaveValue('')
  await expect(row.getByRole('link', { name: ko['shares.seeInRoom'] })).toBeVisible()
  await expect(reader.getByRole('link', { name: '저녁에 골목에서 봐요' })).toBeVisible()

  await page.context().setOffline(true)
  await text.fill('이어서 할 이야기')
  await dialog.getByRole('button', { name: ko['shares.writeAndShare'] }).click()
  await expect(page.getByText(ko['shares.writtenWaits'])).toBeVisible()
})

test('the submit button covers no text below the field @long', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '친구')]
  const hubNo = await makeHub(author, friend)
  const page = await openAs(author, 390, paths.discussion(hubNo), setEnglish)
  await page.getByRole('button', { name: en['shares.fromRoom'] }).click()
  const dialog = page.getByRole('dialog')
  const button = dialog.getByRole('button', { name: en['shares.writeAndShare'] })
  await expect.poll(() => coveredTexts(page, button)).toEqual([])

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.context().setOffline(true)
  await dialog.getByLabel(en['shares.write']).fill('쓴 글')
  await button.click()
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  await expect.poll(() => coveredTexts(page, button)).toEqual([])
})

/** Returns the hints and errors that the button covers. */
async function coveredTexts(page: Page, button: Locator): Promise<(string | null)[]> {
  const buttonBox = await button.boundingBox()
  if (buttonBox === null) throw new Error('there is no button to be seen')
  const hints = page.getByRole('dialog').locator('.field__hint, .field__error')
  return hints.evaluateAll((words, { x, y, width, height }) => {
    const range = document.createRange()
    const isUnder = (word: Element) => {
      range.selectNodeContents(word)
      return [...range.getClientRects()].some(
        ({ left, right, top, bottom }) => right > x && left < x + width && bottom > y && top < y + height,
      )
    }
    return words.filter(isUnder).map(word => word.textContent)
  }, buttonBox)
}

test('two pending shares with one room make one toast, clickable above the open dialog @long', async ({
  site,
  openAs,
}) => {
  const [author, friend] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '읽는이')]
  const hubNo = await makeHub(author, friend)
  for (const title of ['하나', '둘']) await writeNote(author, title)
  const page = await openAs(author, 1280, paths.discussion(hubNo))
  await page.getByRole('button', { name: ko['shares.fromRoom'] }).click()
  const row = (title: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: title })
  const toasts = page.locator('.toast')
  for (const title of ['하나', '둘'])
    await row(title).getByRole('button', { name: ko['shares.shareHere'] }).click()
  await expect(toasts).toHaveCount(1)
  await expect(toasts).toContainText(ko['shares.waiting'].replace('{count}', '1'))
  await toasts.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(toasts).toHaveText(ko['shares.takenBack'])

  for (const title of ['하나', '둘']) {
    await row(title).getByRole('button', { name: ko['shares.shareHere'] }).click()
    await row(title).getByRole('button', { name: ko['shares.shareNow'] }).click()
    await expect(row(title).getByRole('link', { name: ko['shares.seeInRoom'] })).toBeVisible()
  }
  await toasts.filter({ hasText: ko['shares.shared'] }).getByRole('link').click()
  await expect(toasts.filter({ hasText: ko['shares.shared'] })).toHaveCount(0)
})

test('the share panel filters many rooms, and a shared note appears in its room, from the editor too @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const friends = await Promise.all(
    ['이경민', '박서준', '김도현', '오세라', '정민호'].map(name => newUser(site.url, name)),
  )
  const hubNos = await Promise.all(friends.map(friend => makeHub(author, friend)))
  const noteNo = await writeNote(author, '나눌 노트')
  await author.call(shareNote, { hubNo: hubNos[2] ?? 0, noteNo })
  const page = await openAs(author, 1280, paths.updateNote(noteNo))
  await page.getByRole('button', { name: ko['shares.fromEditor'] }).click()
  const panel = page.getByRole('region', { name: ko['shares.panel'] })
  await expect(panel.getByRole('list').first().getByRole('listitem')).toHaveCount(SHARE_HUBS_PER_PAGE)
  await panel.getByRole('searchbox', { name: ko['shares.findRooms'] }).fill('도현')
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await panel.getByRole('searchbox').fill('아무도 아닌')
  await expect(panel.getByText(ko['shares.noRoomsFound'])).toBeVisible()
  await panel.getByRole('searchbox').fill('도현')
  await panel.getByRole('link', { name: ko['shares.seeInRoom'] }).click()
  await expect(page.getByRole('link', { name: '나눌 노트' })).toBeVisible()
})
