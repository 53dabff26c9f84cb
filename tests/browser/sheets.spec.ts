import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#client/paths.ts'
import { ko } from '#protocol/text/ko.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { newHub } from './steps.ts'

/** Dialogs, menus and popovers: windows on a desktop, sheets on a phone. */

test('on a phone a menu is a sheet that follows the finger', async ({ site, openAs }) => {
  const [me] = await newHub(site)
  const page = await openAs(me, PHONE, paths.friends)
  const opener = page.locator('.action-menu__opener').first()
  const sheet = page.locator('dialog:modal')

  await opener.click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const box = await restingBox(sheet)
  expect(box.y + box.height).toBe(page.viewportSize()?.height)

  await test.step('a short drag follows the finger and springs back', async () => {
    const finger = await touch(page, PHONE / 2, box.y + 10)
    await finger.move(20)
    await finger.move(60)
    expect(((await sheet.boundingBox())?.y ?? 0) - box.y).toBeCloseTo(40, 0)
    await finger.hold()
    await finger.lift()
    await expect.poll(async () => (await sheet.boundingBox())?.y).toBe(box.y)
  })
  await test.step('a long drag closes it and returns the focus', async () => {
    const finger = await touch(page, PHONE / 2, box.y + 10)
    await finger.move(20)
    await finger.move(box.height)
    await finger.lift()
    await expect(sheet).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
  await test.step('so does Esc', async () => {
    await opener.click()
    await expect(sheet).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
})

test('on a phone the menu and the search follow the finger', async ({ site, openAs }) => {
  const [me] = await newHub(site)
  const page = await openAs(me, PHONE, paths.friends)
  const sheet = page.locator('dialog:modal')

  await test.step('the menu to the right', async () => {
    const opener = page.getByRole('button', { name: new RegExp(`^${ko['shell.openMenu']}`) })
    await opener.click()
    const box = await restingBox(sheet)
    const short = await touch(page, box.x + 20, 500, 'x')
    await short.move(20)
    await short.move(60)
    expect(((await sheet.boundingBox())?.x ?? 0) - box.x).toBeCloseTo(40, 0)
    await short.hold()
    await short.lift()
    await expect.poll(async () => (await sheet.boundingBox())?.x).toBe(box.x)
    const long = await touch(page, box.x + 20, 500, 'x')
    await long.move(20)
    await long.move(box.width - 30)
    await long.lift()
    await expect(sheet).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
  await test.step('the search down', async () => {
    await page.getByRole('button', { name: ko['search.open'] }).first().click()
    const box = await restingBox(sheet)
    const finger = await touch(page, PHONE / 2, 200)
    await finger.move(20)
    await finger.move(120)
    expect(((await sheet.boundingBox())?.y ?? 0) - box.y).toBeCloseTo(100, 0)
    await finger.move(box.height - 220)
    await finger.lift()
    await expect(sheet).toHaveCount(0)
  })
})

test('beside a dialog the space of the scrollbar is as dark as the page below it @long', async ({
  site,
  openAs,
}) => {
  const [me] = await newHub(site)
  const page = await openAs(me, DESKTOP, paths.friends, low =>
    low.addInitScript(() => {
      localStorage.setItem('color_mode', 'true')
      localStorage.setItem('color_chosen', 'true')
    }),
  )
  await page.getByRole('main').locator('.room-list__header .action-menu__opener').click()
  await page.getByRole('menuitem').first().click()
  await restingBox(page.locator('dialog:modal'))
  const picture = await page.screenshot({ clip: { x: DESKTOP - 40, y: 700, width: 40, height: 1 } })
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = Array.from({ length: info.width }, (_, x) => data[x * info.channels] ?? 0)
  expect(Math.max(...pixels) - Math.min(...pixels)).toBeLessThanOrEqual(2)
})

test('a scrolled sheet scrolls back before it closes @long', async ({ site, openAs }) => {
  const [me] = await newHub(site)
  const page = await openAs(me, PHONE, paths.friends)
  await page.locator('.action-menu__opener').first().click()
  const sheet = page.locator('dialog:modal')
  await restingBox(sheet)
  await sheet.evaluate(element => {
    const filler = document.createElement('div')
    filler.style.blockSize = '2000px'
    element.append(filler)
    element.scrollTop = 200
  })
  const { y } = await restingBox(sheet)
  const finger = await touch(page, PHONE / 2, 500)
  await finger.move(20)
  await finger.move(200)
  expect((await sheet.boundingBox())?.y).toBe(y)
  await finger.lift()
  await expect(sheet).toHaveCount(1)
})

test('on a desktop a menu stays at its button and inside the window', async ({ site, openAs }) => {
  const [me] = await newHub(site)
  const page = await openAs(me, DESKTOP, paths.friends)
  const opener = page.getByRole('main').locator('.action-menu__opener').last()
  const menu = page.getByRole('menu')

  await opener.click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const [button, below] = [await restingBox(opener), await restingBox(menu)]
  expect(below.y - button.y - button.height).toBeLessThanOrEqual(8)

  await test.step('a press elsewhere closes it', async () => {
    await page.mouse.click(DESKTOP - 40, 300)
    await expect(menu).toHaveCount(0)
  })
  await test.step('it opens upwards at the lower edge', async () => {
    await page.setViewportSize({ width: DESKTOP, height: Math.ceil(button.y + button.height + 20) })
    await opener.click()
    const above = await restingBox(menu)
    expect(above.y).toBeGreaterThanOrEqual(0)
    expect(above.y + above.height).toBeLessThanOrEqual((await restingBox(opener)).y)
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  })
})

/** The box once nothing moves any more. */
async function restingBox(element: Locator) {
  await element.evaluate(async node => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    return node.isConnected
  })
  const box = await element.boundingBox()
  if (!box) throw new Error('It has no box')
  return box
}

/** A finger on the screen that moves along an axis. Distances are from where it was put down. */
async function touch(page: Page, x: number, y: number, axis: 'x' | 'y' = 'y') {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', distance = 0) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [axis === 'x' ? { x: x + distance, y } : { x, y: y + distance }],
    })
  let last = 0
  await send('touchStart')
  return {
    move: (distance: number) => {
      last = distance
      return send('touchMove', last)
    },
    /** A finger that rests before it is lifted does not flick. */
    hold: () => send('touchMove', last + 1),
    lift: () => send('touchEnd'),
  }
}
