import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'
import { opinionField } from './agora.ts'
import { expect, test } from './fixtures.ts'
import { authTokenOf, clickBehindDialog, endSessionSilently, reauthDialog, signOut } from './sessions.ts'
import { submitSignIn } from './steps.ts'

/** Isolation between users who sign in one after the other in one tab. */

test('unfinished text is kept for its author until they sign out, and for nobody else', async ({
  site,
  openPage,
}) => {
  const [writer, other] = [await newUser(site.url, '의견쓴이'), await newUser(site.url, '다음사람')]
  const page = await openPage(site.url, 1440)
  const signInAgain = async ({ email }: TestUser) => {
    await page.goto('/user/signin')
    await submitSignIn(page, email, PASSWORD)
    await expect.poll(() => authTokenOf(page)).not.toBeNull()
  }
  const expectUnfinished = async (opinion: string) => {
    await page.goto(paths.agora)
    await expect(opinionField(page)).toHaveValue(opinion)
  }
  await signInAgain(writer)
  await expectUnfinished('')
  await opinionField(page).fill('어두운 화면을 바라요')
  await endSessionSilently(page)
  await signInAgain(writer)
  await expectUnfinished('어두운 화면을 바라요')

  await endSessionSilently(page)
  await signInAgain(other)
  await expectUnfinished('')

  // Also on a screen that was not opened since the page was loaded.
  await opinionField(page).fill('밝은 화면을 바라요')
  await page.goto(paths.friends)
  await signOut(page)
  await signInAgain(other)
  await expectUnfinished('')
})

test('a trial draft is offered to its author only, and nobody else is led to their address', async ({
  site,
  openPage,
}) => {
  const [writer, other] = [await newUser(site.url, '가져온이'), await newUser(site.url, '다음사람')]
  const page = await openPage(site.url, 1440, paths.lookaroundCreateNote, opening =>
    opening.routeWebSocket(/socket\.io/, socket => socket.close()),
  )
  const offer = page.getByRole('complementary', { name: ko['trialDraft.label'] })
  const signInAgain = async ({ email }: TestUser) => {
    await page.goto(paths.signIn)
    await submitSignIn(page, email, PASSWORD)
  }
  await page.getByLabel(ko['notes.body'], { exact: true }).fill('둘러보다 쓴 글')
  await page.getByRole('button', { name: ko['notes.save'], exact: true }).click()
  await page.getByRole('button', { name: ko['lookaround.carry'] }).click()
  await expect(page).toHaveURL(paths.signUp)
  await signInAgain(writer)
  await expect(offer).toContainText('둘러보다 쓴 글')

  const endOnFriends = async () => {
    await page.goto(paths.friends)
    const search = page.getByRole('textbox', { name: ko['hubs.search'] })
    // A session that ended before its screen was rendered leaves no address.
    await expect(search).toBeVisible()
    await search.fill('nobody@example.com')
    await endSessionSilently(page)
    await clickBehindDialog(page.getByRole('button', { name: ko['hubs.searchButton'] }))
    await expect(reauthDialog(page)).toBeVisible()
  }
  await endOnFriends()
  await signInAgain(writer)
  await expect(page).toHaveURL(paths.friends)
  await expect(offer).toContainText('둘러보다 쓴 글')

  await endOnFriends()
  await page.goto(paths.signIn)
  await expect(page.getByLabel(ko['accounts.password'], { exact: true })).toBeVisible()
  await expect(page.getByText('둘러보다 쓴 글')).toHaveCount(0)
  await signInAgain(other)
  await expect(page).toHaveURL(paths.home)
  await expect(page.getByLabel(ko['notes.quick'])).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('carried_text'))).toBeNull()
})
