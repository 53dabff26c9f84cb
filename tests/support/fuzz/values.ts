import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { decompressionBomb } from '../images.ts'
import { split } from '../split.ts'

/** Inserted into JSON as is, so that it can be what no JavaScript value serializes to. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export class SentFile {
  readonly bytes: Buffer
  readonly name: string
  readonly type: string
  constructor(bytes: Buffer, name: string, type: string) {
    this.bytes = bytes
    this.name = name
    this.type = type
  }
}

const DEEP = 5_000
const numbers = [0, 1, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 64, 1e21, 1e308, Number.MIN_VALUE]
const rawJson = [
  ...split('-0·1e309·-1e309·NaN·Infinity·01·+1'),
  '1'.repeat(5_000),
  ...split(
    '"\\ud800"·"\\udc00\\ud800"·"\\u0000"·"\u0007"·[1,]·{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ),
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `[${'1,'.repeat(20_000)}1]`,
].map(text => new RawJson(text))

const structures: unknown[] = [
  null,
  true,
  false,
  {},
  [],
  [[]],
  [null],
  { $gt: '' },
  { $ne: null },
  { $regex: '.*' },
  { $where: 'sleep(1000)' },
  { $expr: { $function: { body: 'function(){}', args: [], lang: 'js' } } },
  { length: 5, toString: 'x' },
  { name: 'x'.repeat(2_000) },
  Array(5_000).fill(1),
  Array(1_000).fill({ name: 'x' }),
]

const strings = [
  '',
  ...split(' ·\0·a\0b·\r\n·\ud800·a\udfff·\u202e글마루\u202c·\u200b\u2060\ufeff·\u3164'),
  `a${'\u0301'.repeat(31)}`,
  `a${'\u0301'.repeat(2_000)}${'\u0316'.repeat(2_000)}`,
  '\u1112\u1161\u11ab'.repeat(100),
  '👩‍👩‍👧‍👦'.repeat(50),
  'ﷺ'.repeat(300),
  '가'.repeat(5_001),
  'x'.repeat(100_000),
  '%',
  '%zz',
  '%00',
  '%ED%A0%80',
  '%F0%9F',
  '%'.repeat(3_000),
  '9'.repeat(400),
  ...split(
    '1e5·0x10·-0·1.0·NaN·Infinity·١٢٣·true·null·undefined·__proto__·constructor·[object Object]',
    '../../etc/passwd',
  ),
  "' || '1'=='1",
  '<script>alert(1)</script>',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  'data:image/png;base64,AAAA',
  `|${'|  '.repeat(40)}x`,
]

/** Values that no field expects, or only just. */
const anyNumber = fc.oneof(fc.constantFrom(...numbers), fc.double(), fc.integer())
const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...strings) },
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  // Includes lone surrogates.
  fc.array(fc.nat({ max: 0xffff }), { maxLength: 50 }).map(units => String.fromCharCode(...units)),
  anyNumber.map(String),
)
const anyStructure = fc.oneof(fc.constantFrom<unknown>(...structures), fc.jsonValue({ maxDepth: 4 }))

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG_BEGINNING = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043000302', 'hex')
const files = [
  Buffer.alloc(0),
  Buffer.from('x'),
  PNG,
  PNG.subarray(0, 30),
  Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>'), Buffer.from('PK\x03\x04')]),
  Buffer.concat([Buffer.from('GIF89a'), PNG]),
  JPEG_BEGINNING,
  Buffer.concat([JPEG_BEGINNING, Buffer.alloc(20_000, 0xff)]),
  decompressionBomb(),
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
  ),
  Buffer.from('%PDF-1.4'),
  Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 ', 'latin1'),
  Buffer.concat([Buffer.from('MM\0*\0\0\0\x08', 'latin1'), Buffer.alloc(50, 0xee)]),
  deflateSync(Buffer.alloc(100_000)),
]
const fileNames = ['me.png', '', '../../x.jpg', 'a\0b.png', '가.jpeg', 'x'.repeat(500), 'con.jpg', '".png']
const fileTypes = [
  'image/png',
  'image/jpeg',
  '',
  'text/html',
  'image/svg+xml',
  'x'.repeat(300),
  'a/b; charset=utf-16',
]
const anyFile = fc
  .tuple(
    fc.oneof(fc.constantFrom(...files), fc.uint8Array({ maxLength: 500 }).map(Buffer.from)),
    fc.constantFrom(...fileNames),
    fc.constantFrom(...fileTypes),
  )
  .map(([bytes, name, type]) => new SentFile(bytes, name, type))

export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: anyText },
  { weight: 3, arbitrary: anyStructure },
  { weight: 2, arbitrary: anyNumber },
  { weight: 2, arbitrary: fc.constantFrom(...rawJson) },
  // Forms carry lists as text.
  { weight: 2, arbitrary: anyStructure.map(value => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.constantFrom(...rawJson).map(({ text }) => text) },
  { weight: 2, arbitrary: anyFile },
)

export const anyName = fc.constantFrom(
  ...split(
    '__proto__·constructor·prototype·toString·authToken·userNo·privilege·$where·title[$gt]·a.b.c',
    'a[0][b]',
  ),
  '',
  '\0',
  'x'.repeat(2_000),
)
