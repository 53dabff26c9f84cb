import blocks from '#client/markdown/blocks.css?inline'
import elements from '#client/markdown/elements.css?inline'
import markdown from '#client/markdown/markdown.css?inline'
import picture from '#client/markdown/picture.css?inline'
import button from '#client/ui/Button.css?inline'
import base from '#client/ui/base.css?inline'
import field from '#client/ui/field.css?inline'
import fieldControl from '#client/ui/fieldControl.css?inline'
import tokens from '#client/ui/tokens.css?inline'
import publicPage from './publicPage.css?inline'

/** The app sets a class for dark mode, because its reader can choose. Without scripts the system decides. */
const withSystemColours = tokens
  .replace(/@media screen\s*\{/, '@media screen and (prefers-color-scheme: dark) {')
  .replace(':root:has(body.dark_mode)', ':root')
  .replace('.dark_mode', ':root')

/** All rules that a page for visitors may need. The server leaves out those that it does not use. */
export const pageStyles = [
  withSystemColours,
  base,
  button,
  fieldControl,
  field,
  markdown,
  elements,
  blocks,
  picture,
  publicPage,
].join('\n')
