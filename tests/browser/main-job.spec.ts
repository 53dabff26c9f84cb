import { ko } from '#protocol/text/ko.ts'
import { expect, type Site, test } from './fixtures.ts'
import {
  choose,
  hubOf,
  makeHubWith,
  makeTopic,
  newVisitor,
  shareIn,
  signIn,
  signUp,
  typeNote,
} from './steps.ts'

test.use({ savesData: false })

/** The main job, from sign-up to the live note: a desktop author and a reader with a phone. */

const DESKTOP = 1440
const PHONE = 390

test('a shared note and its badge reach the friend without touching anything @long', async ({
  site,
  openPage,
}) => {
  await mainJob({ authorsSite: site, readersSite: site, openPage })
})

test('the same with each browser on another server node', async ({ twoSites: [one, other], openPage }) => {
  await mainJob({ authorsSite: one, readersSite: other, openPage })
})

interface Stage {
  authorsSite: Site
  readersSite: Site
  openPage: (url: string, width: number) => Promise<import('@playwright/test').Page>
}

async function mainJob({ authorsSite, readersSite, openPage }: Stage): Promise<void> {
  test.slow()
  const [author, reader] = [newVisitor('글쓴이'), newVisitor('읽는이')]
  const desktop = await openPage(authorsSite.url, DESKTOP)
  const phone = await openPage(readersSite.url, PHONE)

  await signUp(desktop, author)
  await signIn(desktop, author)
  await signUp(phone, reader)
  await signIn(phone, reader)
  await choose(phone, ko['shell.friends'])

  // The hub appears on the friend's open screen by itself.
  await makeHubWith(desktop, reader)
  await expect(hubOf(phone, author.username)).toBeVisible()

  await makeTopic(desktop, '스터디')
  await typeNote(desktop, '스터디', '정규화 정리', '## 제3정규형\n\n**이행적 종속(Transitive)**을 없애요.')
  await expect(desktop.getByRole('heading', { name: '제3정규형' })).toBeVisible()
  await expect(desktop.locator('strong')).toHaveText('이행적 종속(Transitive)')

  // Shared: the badge rises in the list and on the menu button, in a second tab, too.
  const secondTab = await phone.context().newPage()
  await secondTab.goto('/home')
  await desktop.getByRole('button', { name: ko['notes.share'], exact: true }).click()
  const shareRow = desktop.getByRole('listitem').filter({ hasText: reader.username })
  await shareIn(shareRow)

  await expect(hubOf(phone, author.username).getByText('안 읽은 노트 1개')).toBeAttached()
  await expect(phone.getByRole('button', { name: /메뉴 열기.*안 읽은 노트 1개/ })).toBeVisible()
  await expect(secondTab.getByRole('button', { name: /메뉴 열기.*안 읽은 노트 1개/ })).toBeVisible()

  // In the open discussion the note is there, and reading it clears the badge on both tabs.
  await hubOf(phone, author.username).getByRole('link').first().click()
  const shared = phone.getByRole('link', { name: '정규화 정리' })
  await expect(shared).toBeVisible()
  await expect(secondTab.getByRole('button', { name: ko['shell.openMenu'], exact: true })).toBeVisible()

  // Cancelled: it leaves the open discussion at once; shared again: it appears by itself.
  await shareRow.getByRole('button', { name: ko['shares.cancel'] }).click()
  await expect(shared).toBeHidden()
  await shareIn(shareRow)
  await expect(shared).toBeVisible()

  await shared.click()
  await expect(phone.getByRole('heading', { name: '정규화 정리' })).toBeVisible()
  await expect(phone.getByRole('heading', { name: '제3정규형' })).toBeVisible()
}
