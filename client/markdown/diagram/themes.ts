/** Mermaid numbers the colours of a series: `pie1`, `pie2`, … */
function series(name: string, colours: readonly string[], first = 0): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `${name}${index + first}`,
      colours[index % colours.length] ?? '',
    ]),
  )
}

function seriesOf(fills: readonly string[], lines: readonly string[], ink: string, ground: string) {
  return {
    ...series('cScale', fills),
    ...series('cScaleLabel', [ink]),
    ...series('pie', fills, 1),
    ...series('git', lines),
    ...series('gitBranchLabel', [ground]),
  }
}

/** The palette of the product (`client/ui/tokens.css`), which a picture cannot read from the page. Mermaid derives the other colours. */
export const lightTheme = {
  background: '#ffffff',
  primaryColor: '#e1f0e7',
  primaryBorderColor: '#1d6b4c',
  primaryTextColor: '#18211c',
  secondaryColor: '#fdf0dd',
  secondaryBorderColor: '#8a4b00',
  secondaryTextColor: '#18211c',
  tertiaryColor: '#f1f5f1',
  tertiaryBorderColor: '#7c8c82',
  tertiaryTextColor: '#18211c',
  lineColor: '#4a5850',
  textColor: '#18211c',
  titleColor: '#18211c',
  edgeLabelBackground: '#ffffff',
  noteBkgColor: '#fde8bd',
  noteTextColor: '#18211c',
  noteBorderColor: '#8a4b00',
  pieStrokeColor: '#7c8c82',
  pieOuterStrokeColor: '#7c8c82',
  commitLabelColor: '#18211c',
  commitLabelBackground: '#eef2ed',
  ...seriesOf(
    ['#cfe6da', '#fbe3c0', '#dfe0f6', '#f6d9d5', '#e9e7c8'],
    ['#1d6b4c', '#8a4b00', '#5b4bb0', '#b3261e'],
    '#18211c',
    '#ffffff',
  ),
}

export const darkTheme = {
  background: '#1a201d',
  primaryColor: '#1d372a',
  primaryBorderColor: '#6fcb9f',
  primaryTextColor: '#e8ece9',
  secondaryColor: '#38280f',
  secondaryBorderColor: '#f5a94b',
  secondaryTextColor: '#e8ece9',
  tertiaryColor: '#242b27',
  tertiaryBorderColor: '#6d7a72',
  tertiaryTextColor: '#e8ece9',
  lineColor: '#b6c0ba',
  textColor: '#e8ece9',
  titleColor: '#e8ece9',
  edgeLabelBackground: '#1a201d',
  noteBkgColor: '#4d3a14',
  noteTextColor: '#e8ece9',
  noteBorderColor: '#f5a94b',
  pieStrokeColor: '#6d7a72',
  pieOuterStrokeColor: '#6d7a72',
  commitLabelColor: '#e8ece9',
  commitLabelBackground: '#242b27',
  ...seriesOf(
    ['#1d4a37', '#54390f', '#353a66', '#582b27', '#464318'],
    ['#6fcb9f', '#f5a94b', '#b3a6f5', '#ff8a80'],
    '#e8ece9',
    '#101412',
  ),
}
