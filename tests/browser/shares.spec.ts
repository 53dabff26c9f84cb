import type { Locator, Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { disjoin, nameHub } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE, SHARE_TAKE_BACK_SECONDS } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, firstInShort, type OpenAs, type Site, test } from './fixtures.ts'
import { hubRow, newHub, setEnglish } from './steps.ts'

/** Opens an author's note with the share panel, and a friend on the friends screen. */
async function openPanel(site: Site, openAs: OpenAs, width = 1440) {
  const [author, reader] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '읽는이')]
  const other = await newUser(site.url, '다른이')
  await makeHub(author, other)
  const hubNo = await makeHub(author, reader)
  const friend = await openAs(reader, 390, paths.friends)
  await expect(hubRow(friend, author.name)).toBeVisible()
  const desktop = await openAs(author, width, paths.note(await writeNote(author, '나눌 노트')))
  await desktop.clock.install()
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const row = desktop.getByRole('listitem').filter({ hasText: reader.name })
  const badge = hubRow(friend, author.name).getByText('안 읽은 노트 1개')
  return { author, hubNo, other, desktop, row, friend, badge }
}

const press = (row: Locator, name: string) => row.getByRole('button', { name }).click()

test('a share arrives after the delay, at a closing, or not at all', async ({ site, openAs }) => {
  const { desktop, row, badge, other } = await openPanel(site, openAs, 390)
  const calls: string[] = []
  desktop.on('request', request => calls.push(new URL(request.url()).pathname))
  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await expect(row.getByRole('button', { name: ko['common.undo'] })).toBeFocused()
  await press(row, ko['common.undo'])
  await expect(desktop.getByText(ko['shares.takenBack'])).toBeVisible()
  await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(row.getByRole('button', { name: ko['shares.share'] })).toBeVisible()
  expect(calls).not.toContain('/api/share/sharenote')
  await expect(badge).toBeHidden()

  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await expect(desktop.getByText(ko['shares.shared'])).toBeHidden()
  await expect(badge).toBeHidden()
  // The clock advances during the axe check, so run it where no undo follows.
  await expectAccessible(desktop)
  expect(await row.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
  await desktop.clock.runFor(SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(desktop.getByText(ko['shares.shared'])).toBeVisible()
  await expect(row.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
  await expect(badge).toBeAttached()

  await test.step('pending shares can be undone from any other screen, all rooms at once', async () => {
    await press(row, ko['shares.cancel'])
    calls.length = 0
    const share = desktop.getByRole('button', { name: ko['notes.share'], exact: true })
    const undo = desktop.getByRole('status').getByRole('button', { name: ko['common.undo'] })
    const rowOfOther = desktop.getByRole('listitem').filter({ hasText: other.name })
    await press(row, ko['shares.share'])
    await press(rowOfOther, ko['shares.share'])
    await expect(undo).toBeHidden()

    await desktop.keyboard.press('Escape')
    await expect(share).toBeFocused()
    await expect(row).toBeHidden()
    await expect(desktop.getByText(ko['shares.waiting'].replace('{count}', '2'))).toBeVisible()
    await desktop.getByRole('link', { name: ko['shell.shortNotes'], exact: true }).click()
    await expect(share).toBeHidden()
    await undo.click()
    await expect(desktop.getByText(ko['shares.takenBack'])).toBeVisible()
    await expect(undo).toBeHidden()
    await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
    expect(calls).not.toContain('/api/share/sharenote')
  })

  await expect(badge).toBeHidden()
  await desktop.goBack()
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  await press(row, ko['shares.share'])
  await desktop.goto('about:blank')
  await expect(badge).toBeAttached()
})

for (const width of [1440, 390]) {
  test(`a row keeps its height while pending, ${width} wide @long`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '글쓴이')
    const friends = await Promise.all(
      ['가', '나', '다'].map(name => newUser(site.url, `긴 이름의 친구 ${name}`)),
    )
    await makeHub(author, ...friends)
    const noteNo = await writeNote(author, '나눌 노트')
    const page = await openAs(author, width, paths.updateNote(noteNo))
    await page.getByRole('button', { name: ko['shares.fromEditor'] }).click()
    const dialog = page.getByRole('dialog', { name: ko['shares.panel'] })
    const row = dialog.getByRole('listitem')
    const box = async () => ({ dialog: await dialog.boundingBox(), row: await row.boundingBox() })
    const lines = async () => (await row.locator('.share-row__text').boundingBox())?.height
    await expect(row).toBeVisible()
    await dialog.evaluate(element =>
      Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    )
    const before = await box()
    const linesBefore = await lines()
    await press(row, ko['shares.share'])
    const countdown = row.getByText(/^\d+초 뒤에 공유해요$/)
    await expect(countdown).toBeVisible()
    expect((await countdown.boundingBox())?.height).toBeLessThan(30)
    expect(await box()).toEqual(before)
    await press(row, ko['shares.shareNow'])
    await expect(row.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
    // Only the switch for writing together is added.
    expect(await lines()).toBe(linesBefore)
  })
}

test('a room that was left and a deleted note are not shared @long', async ({ site, openAs }) => {
  const { author, hubNo, other, desktop, row } = await openPanel(site, openAs)
  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await author.call(disjoin, { targetHubNo: hubNo })
  await expect(desktop.getByText(ko['shares.takenBack'])).toBeVisible()
  const calls: string[] = []
  desktop.on('request', request => calls.push(new URL(request.url()).pathname))
  await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  expect(calls).not.toContain('/api/share/sharenote')

  await test.step('a note deleted while pending is not shared', async () => {
    await press(desktop.getByRole('listitem').filter({ hasText: other.name }), ko['shares.share'])
    await desktop.keyboard.press('Escape')
    const noteNo = Number(new URL(desktop.url()).searchParams.get('no'))
    await author.call(deleteNote, { noteNo })
    await expect(desktop.getByText(ko['shares.takenBack'])).toBeVisible()
    await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
    expect(calls).not.toContain('/api/share/sharenote')
  })
})

test('pending shares stay visible across screens until they are sent @long', async ({ site, openAs }) => {
  const { desktop, row, badge } = await openPanel(site, openAs, 390)
  const share = desktop.getByRole('button', { name: ko['notes.share'], exact: true })
  const undo = desktop.getByRole('status').getByRole('button', { name: ko['common.undo'] })
  await press(row, ko['shares.share'])
  await desktop.keyboard.press('Escape')
  await desktop.getByRole('link', { name: ko['shell.shortNotes'], exact: true }).click()
  await expect(undo).toBeVisible()
  // The mocked clock also advances in real time.
  await desktop.clock.runFor((SHARE_TAKE_BACK_SECONDS / 5) * 1000)
  await desktop.goBack()
  await share.click()
  await expect(undo).toBeHidden()
  await expect(row.getByText(/^\d초 뒤에 공유해요$/)).toBeVisible()
  await press(row, ko['common.undo'])
  await press(row, ko['shares.share'])
  await desktop.goForward()
  await expect(undo).toBeVisible()
  await expect(badge).toBeHidden()
  await expectAccessible(desktop, '.toasts')
  await desktop.clock.runFor(SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(undo).toBeHidden()
  await expect(desktop.getByRole('status').getByText(ko['shares.shared'])).toBeVisible()
  await expect(desktop.getByRole('link', { name: ko['shares.seeInRoom'] })).toBeVisible()
  await expect(badge).toBeAttached()
})

test('signing out shares at once @long', async ({ site, openAs }) => {
  const { desktop, row, badge } = await openPanel(site, openAs)
  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await desktop.getByRole('button', { name: ko['shell.signOut'] }).click()
  await expect(desktop.getByRole('link', { name: ko['shell.signIn'] })).toBeVisible()
  await expect(badge).toBeAttached()
})

for (const [width, form] of firstInShort(1440, 390))
  test(`a member shares notes from inside a room, ${width} px${form}`, async ({ site, openAs }) => {
    const [author, , hubNo] = await newHub(site)
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

test('a member writes and shares a quick note in a room @long', async ({ site, openAs }) => {
  const [author, friend, hubNo] = await newHub(site)
  const page = await openAs(author, 390, paths.discussion(hubNo))
  const reader = await openAs(friend, 1440, paths.discussion(hubNo))
  const dialog = page.getByRole('dialog', { name: ko['shares.fromRoom'] })
  const text = dialog.getByRole('textbox', { name: ko['shares.write'] })
  const open = () => page.getByRole('button', { name: ko['shares.firstHere'] }).click()
  await open()
  await expect(text).not.toBeFocused()
  await text.fill('저녁에 골목에서 봐요\n일곱 시요')
  await page.keyboard.press('Escape')
  await open()
  await expect(text).toHaveValue('저녁에 골목에서 봐요\n일곱 시요')
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
  const [author, , hubNo] = await newHub(site, '글쓴이', '친구')
  const page = await openAs(author, 390, paths.discussion(hubNo), setEnglish)
  await page.getByRole('button', { name: en['shares.firstHere'] }).click()
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

test('two pending shares with one room make one toast @long', async ({ site, openAs }) => {
  const [author, , hubNo] = await newHub(site)
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
  const shared = toasts.filter({ hasText: ko['shares.shared'] })
  await expect(shared).toBeVisible()
  // The dialog is open in the room that the link would lead to.
  await expect(shared.getByRole('link')).toHaveCount(0)
})

test('the share panel filters many rooms, from the editor too @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '글쓴이')
  const friends = await Promise.all(
    ['이경민', '박서준', '김도현', '오세라', '정민호'].map(name => newUser(site.url, name)),
  )
  const hubNos = await Promise.all(friends.map(friend => makeHub(author, friend)))
  const noteNo = await writeNote(author, '나눌 노트')
  await author.call(shareNote, { hubNo: hubNos[2] ?? 0, noteNo })
  await author.call(nameHub, { hubNo: hubNos[3] ?? 0, name: '책방' })
  await author.call(nameHub, { hubNo: hubNos[4] ?? 0, name: '책방' })
  const page = await openAs(author, 1280, paths.updateNote(noteNo))
  await page.getByRole('button', { name: ko['shares.fromEditor'] }).click()
  const panel = page.getByRole('region', { name: ko['shares.panel'] })
  await expect(panel.getByRole('list').first().getByRole('listitem')).toHaveCount(SHARE_HUBS_PER_PAGE)
  await panel.getByRole('searchbox', { name: ko['shares.findRooms'] }).fill('도현')
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await panel.getByRole('searchbox').fill('아무도 아닌')
  await expect(panel.getByText(ko['shares.noRoomsFound'])).toBeVisible()
  // Rooms of one name differ by their members.
  await panel.getByRole('searchbox').fill('책방')
  for (const name of ['오세라', '정민호'])
    await expect(
      panel.getByRole('listitem').filter({ hasText: '책방' }).filter({ hasText: name }),
    ).toHaveCount(1)
  await panel.getByRole('searchbox').fill('도현')
  await panel.getByRole('link', { name: ko['shares.seeInRoom'] }).click()
  await expect(page.getByRole('link', { name: '나눌 노트' })).toBeVisible()
})
