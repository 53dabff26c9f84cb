import { build, type Rolldown } from 'vite'
import { expect, test } from './fixtures.ts'
import { openInputMethod } from './inputMethod.ts'

const SITE = 'https://geulmaru.test'
const INTERLEAVINGS = Number(process.env.INTERLEAVINGS ?? 20)

let files: Map<string, string | Uint8Array>
test.beforeAll(async () => {
  const bundle = (await build({
    root: 'client/features/documents/testing/page',
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  files = new Map(
    bundle.output.map(file => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
})

test.beforeEach(async ({ page }) => {
  await page.route('**/*', async route => {
    const { pathname } = new URL(route.request().url())
    const path = pathname === '/' ? '/index.html' : pathname
    const contentType = path.endsWith('.html') ? 'text/html' : 'text/javascript'
    return route.fulfill({ contentType, body: String(files.get(path) ?? '') })
  })
  await page.goto(SITE)
  await page.waitForFunction(() => 'start' in window)
})

test('a syllable survives what another user edits before, after and at it', async ({ page }) => {
  await page.evaluate(() => window.start('가나다라'))
  const area = page.locator('textarea')
  const ime = await openInputMethod(page)
  await area.evaluate((element: HTMLTextAreaElement) => {
    element.focus()
    element.setSelectionRange(2, 2)
  })
  await ime.compose('ㅎ')
  await page.evaluate(() => window.editAsOther({ from: 0, to: 0, insert: '앞 ' }))
  await ime.compose('하')
  await page.evaluate(() => window.editAsOther({ from: 7, to: 7, insert: ' 뒤' }))
  await ime.compose('한')
  await expect(area).toHaveValue('가나한다라')
  await ime.commit('한')
  await page.evaluate(() => window.settled())
  await expect(area).toHaveValue('앞 가나한다라 뒤')
  expect(await page.evaluate(() => window.textOfOther())).toBe('앞 가나한다라 뒤')
  expect(await area.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(5)
})

test('undo reverts a syllable as a whole, however slowly it was typed', async ({ page }) => {
  const now = Date.now()
  await page.clock.setSystemTime(now)
  await page.reload()
  await page.waitForFunction(() => 'start' in window)
  await page.evaluate(() => window.start('가'))
  const area = page.locator('textarea')
  await area.press('Control+End')
  const ime = await openInputMethod(page)
  for (const [seconds, stage] of ['ㅎ', '하', '한'].entries()) {
    await page.clock.setSystemTime(now + seconds * 1_000)
    await ime.compose(stage)
  }
  await ime.commit('한')
  await page.clock.setSystemTime(now + 10_000)
  for (const stage of ['ㄱ', '그', '글']) await ime.compose(stage)
  await ime.commit('글')
  await expect(area).toHaveValue('가한글')
  await page.keyboard.press('Control+z')
  await expect(area).toHaveValue('가한')
  await page.keyboard.press('Control+z')
  await expect(area).toHaveValue('가')
})

test('steps can be undone and redone after the document was replaced', async ({ page }) => {
  await page.evaluate(() => window.start('가'))
  const area = page.locator('textarea')
  const undo = () => page.keyboard.press('Control+z')
  const redo = () => page.keyboard.press('Control+y')
  await area.press('Control+End')
  for (const [syllable, typed] of Object.entries({ 나: '가나', 다: '가나다', 라: '가나다라' })) {
    await page.keyboard.insertText(syllable)
    await page.keyboard.press('End')
    await expect(area).toHaveValue(typed)
  }
  await undo()
  await page.evaluate(() => window.settled())
  await page.evaluate(() => window.replaceDocument('친구 가나다'))
  await expect(area).toHaveValue('친구 가나다')
  await redo()
  await expect(area).toHaveValue('친구 가나다라')
  for (const text of ['친구 가나다', '친구 가나', '친구 가', '친구 가']) {
    await undo()
    await expect(area).toHaveValue(text)
  }
  expect(await area.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe('친구 가'.length)
  await redo()
  await page.evaluate(() => window.replaceDocument('새 친구 가나'))
  await redo()
  await expect(area).toHaveValue('새 친구 가나다')
  await page.keyboard.insertText('새')
  await redo()
  await expect(area).toHaveValue('새 친구 가나다새')
  for (const text of ['새 친구 가나다', '새 친구 가나', '새 친구 가']) {
    await undo()
    await expect(area).toHaveValue(text)
  }
  await page.evaluate(() => window.editAsOther({ from: 0, to: 0, insert: '또 ' }))
  for (const text of ['또 새 친구 가나', '또 새 친구 가나다', '또 새 친구 가나다새', '또 새 친구 가나다새']) {
    await redo()
    await expect(area).toHaveValue(text)
  }
  await page.evaluate(() => window.settled())
  expect(await page.evaluate(() => window.textOfOther())).toBe('또 새 친구 가나다새')
})

test('typing stops at the limit, and a syllable that has begun below it is kept', async ({ page }) => {
  const MAX = 6
  await page.evaluate(max => window.start('가나다라', max), MAX)
  const area = page.locator('textarea')
  const ime = await openInputMethod(page)
  await area.press('End')
  await ime.compose('ㅎ')
  await ime.compose('한글이')
  await ime.commit('한글이')
  await expect(area).toHaveValue('가나다라한글이')
  await ime.compose('ㅎ')
  await expect(area).toHaveValue('가나다라한글이')
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('가나다라한글이')
  expect(await page.evaluate(() => window.refusals)).toBe(3)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('b')
  await expect(area).toHaveValue('가나다라한b')
  await page.evaluate(() => window.editAsOther({ from: 0, to: 0, insert: '친구 ' }))
  await page.evaluate(() => window.settled())
  await page.keyboard.type('c')
  await expect(area).toHaveValue('친구 가나다라한b')
  expect(await area.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(9)
  expect(await page.evaluate(() => window.textOfOther())).toBe('친구 가나다라한b')
})

test(`${INTERLEAVINGS} random interleavings of a composition and another user end equal, with the caret and undo right`, async ({
  page,
}) => {
  test.setTimeout(240_000 + INTERLEAVINGS * 2_000)
  const seed = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000)
  let state = seed
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const ime = await openInputMethod(page)
  const area = page.locator('textarea')
  const SYLLABLES = [
    ['ㅎ', '하', '한'],
    ['ㄱ', '구', '국'],
    ['ㅇ', '어'],
    ['ㄸ', '또'],
  ]
  for (let round = 0; round < INTERLEAVINGS; round += 1) {
    const where = `seed ${seed}, round ${round}`
    const text = Array.from({ length: 5 + random(60) }, (_, index) =>
      random(8) === 0 ? '\n' : String(index % 10),
    ).join('')
    await page.evaluate(start => window.start(start), text)
    const at = random(text.length + 1)
    await area.evaluate((element: HTMLTextAreaElement, caret) => {
      element.focus()
      element.setSelectionRange(caret, caret)
    }, at)
    /** What both sides typed is made of distinct characters, so that the result can be checked without a second implementation. */
    let typed = ''
    let others = ''
    const editAsOther = async () => {
      const letter = String.fromCharCode('A'.charCodeAt(0) + (others.length % 26))
      others += letter
      const place = random(1_000)
      await page.evaluate(
        async ([position, insert]) => {
          const from = position % (window.textOfOther().length + 1)
          await window.editAsOther({ from, to: from, insert })
        },
        [place, letter] as const,
      )
    }
    for (let count = 1 + random(4); count > 0; count -= 1) {
      const steps = SYLLABLES[random(SYLLABLES.length)] ?? []
      for (const step of steps) {
        if (random(2) === 0) await editAsOther()
        await ime.compose(step)
      }
      if (random(2) === 0) await editAsOther()
      await ime.commit(steps.at(-1) ?? '')
      typed += steps.at(-1)
      if (random(3) === 0) await editAsOther()
    }
    await page.evaluate(() => window.settled())
    const { value, caret } = await area.evaluate((element: HTMLTextAreaElement) => ({
      value: element.value,
      caret: element.selectionStart,
    }))
    expect(await page.evaluate(() => window.textOfOther()), where).toBe(value)
    expect(value.replace(/[가-힣]/g, ''), where).toBe(value.replace(/[가-힣]/g, ''))
    expect([...value].filter(letter => /[가-힣ㄱ-ㅎ]/.test(letter)).join(''), where).toBe(typed)
    expect(
      [...value]
        .filter(letter => /[A-Z]/.test(letter))
        .sort()
        .join(''),
      where,
    ).toBe([...others].sort().join(''))
    expect(value.replace(/[가-힣A-Z]/g, ''), where).toBe(text)
    // The caret is behind the last syllable.
    expect(
      value
        .slice(0, caret)
        .replace(/[A-Z]+$/, '')
        .at(-1),
      where,
    ).toBe(typed.at(-1))

    for (let undone = 0; undone < 20; undone += 1) await page.keyboard.press('Control+z')
    await page.evaluate(() => window.settled())
    const after = await area.inputValue()
    expect(after, where).toBe(value.replace(/[가-힣]/g, ''))
    expect(await page.evaluate(() => window.textOfOther()), where).toBe(after)
  }
})

test('changes above and below leave the caret where it is on the screen', async ({ page }) => {
  const text = Array.from({ length: 60 }, (_, line) => `줄 ${line}`).join('\n')
  await page.evaluate(start => window.start(start), text)
  const area = page.locator('textarea')
  const scroller = page.locator('#scroller')
  await area.evaluate((element: HTMLTextAreaElement) => {
    element.focus({ preventScroll: true })
    const at = element.value.indexOf('줄 30')
    element.setSelectionRange(at, at + 4)
  })
  await scroller.evaluate(element => element.scrollTo(0, 25 * 24))
  await page.evaluate(() => window.editAsOther({ from: 0, to: 0, insert: '새 줄\n새 줄\n새 줄\n' }))
  await page.evaluate(() => window.settled())
  expect(await scroller.evaluate(element => element.scrollTop)).toBe(28 * 24)
  await page.evaluate(() =>
    window.editAsOther({
      from: window.textOfOther().length,
      to: window.textOfOther().length,
      insert: '\n끝',
    }),
  )
  await page.evaluate(() => window.settled())
  expect(await scroller.evaluate(element => element.scrollTop)).toBe(28 * 24)
  expect(
    await area.evaluate((element: HTMLTextAreaElement) =>
      element.value.slice(element.selectionStart, element.selectionEnd),
    ),
  ).toBe('줄 30')
})
