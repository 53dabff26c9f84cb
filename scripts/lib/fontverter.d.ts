declare module 'fontverter' {
  function convert(font: Buffer, format: 'woff2'): Promise<Buffer>
}
