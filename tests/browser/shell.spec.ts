import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

async function openMenu(page: Page) {
  await page.getByRole('button', { name: '메뉴 열기' }).click()
  const drawer = page.getByRole('dialog', { name: '주 메뉴' })
  await expect(drawer).toBeVisible()
  return drawer
}

/** Whether the page is wider than the screen. */
const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

test('dark mode follows the system until the user chooses; print is light', async ({ openPage, site }) => {
  const page = await openPage(site.url, DESKTOP)
  const dark = page.getByRole('switch')
  await expect(page.locator('body')).not.toHaveClass(/dark_mode/)
  await dark.click()
  await expect(page.locator('body')).toHaveClass(/dark_mode/)
  expect(await page.evaluate(() => localStorage.getItem('color_mode'))).toBe('true')

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(24, 33, 28)')
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // Without the app's code, so the colours come from the inline script.
  await page.route('**/static/js/**', route => route.abort())
  await page.reload()
  await expect(page.locator('body')).toHaveClass(/dark_mode/)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(16, 20, 18)')

  await page.unroute('**/static/js/**')
  await page.reload()
  await expect(dark).toBeChecked()
  await dark.click()
  await expect(page.locator('body')).not.toHaveClass(/dark_mode/)
  expect(await page.evaluate(() => localStorage.getItem('color_mode'))).toBeNull()

  // The system decides until the switch is used, then never again.
  await page.evaluate(() => localStorage.clear())
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(dark).toBeChecked()
  await expect(page.locator('body')).toHaveClass(/dark_mode/)
  expect(await page.evaluate(() => localStorage.getItem('color_mode'))).toBeNull()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('body')).not.toHaveClass(/dark_mode/)

  await page.emulateMedia({ colorScheme: 'dark' })
  await dark.click()
  await expect(page.locator('body')).not.toHaveClass(/dark_mode/)
  await page.reload()
  await expect(dark).not.toBeChecked()
  await expect(page.locator('body')).not.toHaveClass(/dark_mode/)
})

test('with forced colours a line marks the selected item @long', async ({ openPage, site }) => {
  const page = await openPage(site.url, DESKTOP, '/user/signin')
  await page.emulateMedia({ forcedColors: 'active' })
  const menuLink = (name: string) => page.getByRole('banner').getByRole('link', { name })
  await expect(menuLink('로그인')).toHaveCSS('outline-style', 'solid')
  await expect(menuLink('회원가입')).toHaveCSS('outline-style', 'none')
})

test('the drawer holds the page and closes in every way @long', async ({ openPage, site }) => {
  const page = await openPage(site.url, PHONE)
  await openMenu(page)
  await page.mouse.move(300, 500)
  await page.mouse.wheel(0, 600)
  await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '메뉴 열기' })).toBeFocused()

  const closings = [
    () => page.getByRole('button', { name: '메뉴 닫기' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 400),
    () => page.getByRole('dialog').getByRole('link', { name: '로그인' }).click(),
  ]
  for (const close of closings) {
    const drawer = await openMenu(page)
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(PHONE - 200)
    expect((await drawer.boundingBox())?.width).toBe(200)
    await close()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(page).toHaveURL(/\/user\/signin$/)

  // It also closes on any navigation.
  await openMenu(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/signin/)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the bar has its items and a switch, with reduced motion too @long', async ({ openAs, site }) => {
  const user = await newUser(site.url, '멀미')
  const page = await openAs(user, 992, paths.home, still => still.emulateMedia({ reducedMotion: 'reduce' }))
  const bar = page.locator('.header__bar')
  await expect(bar.getByRole('link', { name: ko['shell.newNote'] })).toBeVisible()
  await expect(bar).not.toHaveAttribute('data-folded')
  await expect(bar.locator('.header__menu').getByRole('link', { name: ko['shell.friends'] })).toBeVisible()
})

test('the header has the columns of the screen and begins its second at the second pane @long', async ({
  openAs,
  site,
}) => {
  const [me] = await newHub(site)
  const page = await openAs(me, DESKTOP, paths.home)
  const left = async (part: string) => (await page.locator(part).first().boundingBox())?.x
  const end = () => page.locator('.header__new-note').evaluate(link => link.getBoundingClientRect().right)
  for (const [width, side] of [
    [1024, 1024 / 6],
    [DESKTOP, DESKTOP / 6],
    [1920, 1920 / 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => left('.search-button'), `${width} px`).toBeCloseTo(side, 0)
    await expect.poll(() => left('main h1'), `${width} px`).toBeCloseTo(side, 0)
    await expect.poll(end, `${width} px`).toBeCloseTo(width - side, 0)
    expect(await overflows(page), `${width} px`).toBe(false)
  }
  await page.setViewportSize({ width: DESKTOP, height: 900 })
  await page.goto(paths.friends)
  await expect(page.locator('.rooms-workspace__room')).toBeVisible()
  const room = (await left('.rooms-workspace__room')) ?? Number.NaN
  await expect.poll(() => left('.search-button')).toBeCloseTo(room, 0)
})

test('axe and the keyboard find home, its menu and its language', async ({ openPage, site }) => {
  const page = await openPage(site.url, DESKTOP)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: PHONE, height: 844 })
  await expectAccessible(page)
  await openMenu(page)
  await expectAccessible(page)

  await test.step('the keyboard skips to the content, and reaches everything in order', async () => {
    await page.setViewportSize({ width: DESKTOP, height: 900 })
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '본문으로 건너뛰기' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()

    await page.reload()
    await page.keyboard.press('Tab')
    for (const name of ['글마루', '회원가입', '로그인']) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(page.getByRole('switch')).toBeFocused()
  })
  await test.step('a visitor is redirected home from the notes, all tabs keep the language, and the search leads to the sign-in', async () => {
    await page.goto(paths.topics)
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('heading', { name: '둘러보기' })).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Look around' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Look around' })).toBeVisible()
    const otherTab = await page.context().newPage()
    await otherTab.goto(page.url())
    await otherTab.getByRole('button', { name: '한국어' }).click()
    await expect(page.getByRole('heading', { name: '둘러보기' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
    await otherTab.close()

    await page.getByPlaceholder('친구 찾기 - 이메일 주소 | 휴대폰 번호').fill('친구')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/user\/signin$/)
  })
})

test('a page opened by its address starts at the top @long', async ({ openPage, site }) => {
  const page = await openPage(site.url, PHONE)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  // The scroll position is stored with the next frame.
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
  await page.reload()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  await page.goto(`${site.url}/home?again`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('contentinfo').waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a question mark lists the shortcuts, unless switched off @long', async ({ site, openPage }) => {
  const page = await openPage(site.url, DESKTOP, paths.signIn)
  const list = page.getByRole('dialog', { name: ko['keys.title'] })
  // The listener loads after the first render, and a closed dialog is noticed a moment later.
  const open = () =>
    expect(async () => {
      await page.keyboard.press('Control+/')
      await expect(list).toBeVisible({ timeout: 500 })
    }).toPass()
  await open()
  await expect(list.getByText(ko['keys.saveAndLeave'])).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  await page.getByRole('combobox').fill('who')
  await page.keyboard.press('?')
  await expect(page.getByRole('combobox')).toHaveValue('who?')
  await expect(list).toBeHidden()
  await page.getByRole('switch').focus()
  await page.keyboard.press('?')
  await list.getByRole('checkbox', { name: ko['keys.byQuestionMark'] }).uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('?')
  await expect(list).toBeHidden()
  await open()
  await expect(list.getByRole('checkbox', { name: ko['keys.byQuestionMark'] })).not.toBeChecked()
})

test('a screen whose code fails to load says so and recovers', async ({ openPage, site }) => {
  const page = await openPage(site.url, DESKTOP)
  // With a route handler nothing comes from the browser cache, which holds prefetched modules.
  await page.waitForLoadState('networkidle')
  const code = '**/static/js/*'
  await page.route(code, route => route.abort())
  await page.getByRole('link', { name: ko['shell.signUp'] }).click()
  await expect(page.getByText(ko['error.lazyPart'])).toBeVisible({ timeout: 10_000 })
  await page.unroute(code)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByLabel(ko['accounts.username'], { exact: true })).toBeVisible()
  await expect(page.getByText(ko['error.lazyPart'])).toBeHidden()

  await page.route('**/AgoraScreen-*.js', route => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: ko['shell.opinions'] }).click()
  await expect(page.getByText('화면을 불러오지 못했어요.')).toBeVisible()
  await page.unroute('**/AgoraScreen-*.js')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ko['shell.opinions'])
})

test.describe('with the web font', () => {
  test.use({ savesData: false })

  test('home fits every width, and a new screen is read from its heading', async ({ openPage, site }) => {
    const page = await openPage(site.url, PHONE)
    const title = page.getByRole('heading', { level: 1 })
    for (const [language, words] of [
      ['한국어', /친구가 읽고/],
      ['English', /friends read/],
    ] as const) {
      if (language === 'English') await page.getByRole('button', { name: language }).click()
      await expect(title).toHaveText(words)
      for (const mode of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: mode })
        await expect(page.locator('html')).toHaveCSS('color-scheme', mode)
        for (const width of [320, PHONE, DESKTOP]) {
          await page.setViewportSize({ width, height: 844 })
          expect(await overflows(page), `${language}, ${mode}, ${width} px`).toBe(false)
        }
      }
    }

    await test.step('a new screen gets a title, is read from its heading, and Back restores the scroll position', async () => {
      const page = await openPage(site.url, PHONE)
      await expect(page).toHaveTitle('홈 · 글마루')
      await page.evaluate(() => scrollTo(0, 300))
      const drawer = await openMenu(page)
      await drawer.getByRole('link', { name: '로그인' }).click()
      await expect(page).toHaveTitle('로그인 · 글마루')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.goBack()
      await expect(page).toHaveTitle('홈 · 글마루')
      // Allow a few pixels, because the web font may load in between.
      await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 300))).toBeLessThan(20)
    })
  })
})
