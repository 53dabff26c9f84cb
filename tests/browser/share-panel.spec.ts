import type { Locator } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { disjoin } from '#protocol/hubs.ts'
import { SHARE_HUBS_PER_PAGE, SHARE_TAKE_BACK_SECONDS } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeHub, newUser, shareNewNote, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, type OpenAs, type Site, test } from './fixtures.ts'
import { hubRow } from './steps.ts'

/** Opens an author's note with the share panel, and a friend on the friends screen. */
async function openPanel(site: Site, openAs: OpenAs, width = 1440) {
  const [author, reader] = [await newUser(site.url, '글쓴이'), await newUser(site.url, '읽는이')]
  const hubNo = await makeHub(author, reader)
  const friend = await openAs(reader, 390, paths.friends)
  await expect(hubRow(friend, author.name)).toBeVisible()
  const desktop = await openAs(author, width, paths.note(await writeNote(author, '나눌 노트')))
  await desktop.clock.install()
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const row = desktop.getByRole('listitem').filter({ hasText: reader.name })
  const badge = hubRow(friend, author.name).getByText('안 읽은 노트 1개')
  return { author, hubNo, desktop, row, friend, badge }
}

const press = (row: Locator, name: string) => row.getByRole('button', { name }).click()

test('a share can be undone before anybody is notified, and arrives only after the delay', async ({
  site,
  openAs,
}) => {
  const { desktop, row, badge } = await openPanel(site, openAs, 390)
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
})

for (const width of [1440, 390]) {
  test(`a row keeps its lines and its height while pending and when shared, ${width} wide @long`, async ({
    site,
    openAs,
  }) => {
    const author = await newUser(site.url, '글쓴이')
    const friends = await Promise.all(
      ['가', '나', '다'].map(name => newUser(site.url, `긴 이름의 친구 ${name}`)),
    )
    await makeHub(author, ...friends)
    const noteNo = await writeNote(author, '나눌 노트')
    const page = await openAs(author, width, paths.updateNote(noteNo))
    await page.getByRole('button', { name: ko['shares.fromEditor'] }).click()
    const dialog = page.getByRole('dialog', { name: ko['shares.panel'] })
    await expect(dialog.getByRole('heading')).toHaveCount(1)
    const row = dialog.getByRole('listitem')
    const box = async () => ({ dialog: await dialog.boundingBox(), row: await row.boundingBox() })
    await expect(row).toBeVisible()
    const before = await box()
    await press(row, ko['shares.share'])
    const countdown = row.getByText(/^\d+초 뒤에 공유해요$/)
    await expect(countdown).toBeVisible()
    expect((await countdown.boundingBox())?.height).toBeLessThan(30)
    expect(await box()).toEqual(before)
    await press(row, ko['shares.shareNow'])
    await expect(row.getByRole('button', { name: ko['shares.cancel'] })).toBeVisible()
    expect(await box()).toEqual(before)
  })
}

test('pending shares continue while the user changes the page of the panel @long', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '글쓴이')
  const friends = []
  for (let number = 0; number <= SHARE_HUBS_PER_PAGE; number++) {
    const friend = await newUser(site.url, '읽는이')
    friends.push({ ...friend, hubNo: await makeHub(author, friend) })
  }
  const noteNo = await shareNewNote(author, friends[0]?.hubNo ?? 0, '나눌 노트')
  const desktop = await openAs(author, 1440, paths.note(noteNo))
  await desktop.clock.install()
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const rows = desktop.getByRole('region', { name: ko['shares.panel'] }).getByRole('listitem')
  const row = rows.filter({ hasText: friends.at(-1)?.name ?? '' })
  await press(row, ko['shares.share'])
  await desktop.getByRole('button', { name: `${ko['page.next']}, 2쪽으로 이동` }).click()
  await expect(row).toBeHidden()
  await desktop.getByRole('button', { name: `${ko['page.previous']}, 1쪽으로 이동` }).click()
  await press(row, ko['common.undo'])
  await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  await expect(row.getByRole('button', { name: ko['shares.share'] })).toBeVisible()
})

test('a room that the user left meanwhile receives no share @long', async ({ site, openAs }) => {
  const { author, hubNo, desktop, row } = await openPanel(site, openAs)
  await makeHub(author, await newUser(site.url, '다른이'))
  await press(row, ko['shares.share'])
  await expect(row.getByText(/^\d+초 뒤에 공유해요$/)).toBeVisible()
  await author.call(disjoin, { targetHubNo: hubNo })
  await expect(desktop.getByText(ko['shares.takenBack'])).toBeVisible()
  const calls: string[] = []
  desktop.on('request', request => calls.push(new URL(request.url()).pathname))
  await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  expect(calls).not.toContain('/api/share/sharenote')
})

test('pending shares can be undone from any other screen, all rooms at once', async ({ site, openAs }) => {
  const { author, desktop, row } = await openPanel(site, openAs, 390)
  const other = await newUser(site.url, '다른이')
  await makeHub(author, other)
  const calls: string[] = []
  desktop.on('request', request => calls.push(new URL(request.url()).pathname))
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
  await desktop.getByRole('link', { name: ko['common.appName'] }).click()
  await expect(share).toBeHidden()
  await undo.click()
  await expect(desktop.getByText(ko['shares.takenBack'])).toBeVisible()
  await expect(undo).toBeHidden()
  await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  expect(calls).not.toContain('/api/share/sharenote')
})

test('pending shares stay visible across screens, and are sent after the delay @long', async ({
  site,
  openAs,
}) => {
  const { desktop, row, badge } = await openPanel(site, openAs, 390)
  const share = desktop.getByRole('button', { name: ko['notes.share'], exact: true })
  const undo = desktop.getByRole('status').getByRole('button', { name: ko['common.undo'] })
  await press(row, ko['shares.share'])
  await desktop.keyboard.press('Escape')
  await desktop.getByRole('link', { name: ko['common.appName'] }).click()
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

test('a note deleted while pending is not shared @long', async ({ site, openAs }) => {
  const { desktop, row, author } = await openPanel(site, openAs)
  await press(row, ko['shares.share'])
  await desktop.keyboard.press('Escape')
  const noteNo = Number(new URL(desktop.url()).searchParams.get('no'))
  const calls: string[] = []
  desktop.on('request', request => calls.push(new URL(request.url()).pathname))
  await author.call(deleteNote, { noteNo })
  await expect(desktop.getByText(ko['shares.takenBack'])).toBeVisible()
  await desktop.clock.runFor(2 * SHARE_TAKE_BACK_SECONDS * 1000)
  expect(calls).not.toContain('/api/share/sharenote')
})

test('closing the page shares at once', async ({ site, openAs }) => {
  const { desktop, row, badge } = await openPanel(site, openAs)
  await press(row, ko['shares.share'])
  await desktop.goto('about:blank')
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
