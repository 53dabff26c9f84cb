import { isImageAddress } from './markdown/address.policy.ts'
import { parseMarkdown } from './markdown/markdown.parser.ts'
import { pictureOf } from './markdown/picture.rules.ts'
import { TextJoiner } from './markdown/text.joiner.ts'

type Token = ReturnType<typeof parseMarkdown>[number]

/**
 * The plain text of a note as it is rendered. Blocks are separated by line breaks, table cells by tabs. A formula is its TeX
 * source. Pictures, checkboxes, list markers, footnote numbers and their back links are nothing; footnotes are at the end.
 * `renderedText.ts` in the client reads the same text from the page.
 */
export function noteText(markdown: string): string {
  const joiner = new TextJoiner()
  for (const token of parseMarkdown(markdown)) {
    if (token.type !== 'inline') addBlock(token, joiner)
    else for (const child of token.children ?? []) addInline(child, joiner)
  }
  return joiner.text
}

function addBlock(token: Token, joiner: TextJoiner): void {
  // The paragraph of a tight list has no element.
  if (token.hidden) return
  const separator = token.tag === 'td' || token.tag === 'th' ? '\t' : '\n'
  joiner.separate(separator)
  if (token.nesting !== 0) return
  joiner.append(token.content)
  joiner.separate(separator)
}

function addInline(token: Token, joiner: TextJoiner): void {
  if (token.type === 'footnote_ref') return
  if (token.type === 'hardbreak') joiner.separate('\n')
  else if (token.type === 'image') joiner.append(replacedPictureText(token))
  else if (token.type === 'math' && token.markup === '$$') addBlock(token, joiner)
  else joiner.append(token.content)
}

/** A picture without a valid address is shown as its description. */
function replacedPictureText(token: Token): string {
  const { src, alt } = pictureOf(token)
  return isImageAddress(src) ? '' : alt
}
