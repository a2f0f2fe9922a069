/** PDFs for the sandbox: valid, and the same for every order. Their offsets count bytes: nothing in them may be changed. */

export const SAMPLE_RECEIPT = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
/Resources << /Font << /F1 5 0 R >> >> >>
endobj
4 0 obj
<< /Length 186 >>
stream
BT /F1 18 Tf 56 770 Td (Sample receipt) Tj /F1 10 Tf 0 -28 Td (This file is always the same: the receipt of the order is its HTML.) Tj 0 -16 Td (Made by a sandbox. No money moved.) Tj ET
endstream
endobj
5 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
xref
0 6
0000000000 65535 f 
0000000009 00000 n 
0000000058 00000 n 
0000000115 00000 n 
0000000241 00000 n 
0000000478 00000 n 
trailer << /Size 6 /Root 1 0 R >>
startxref
548
%%EOF
`;

/** With a detached PKCS#7 signature by a self-signed certificate, made once by OpenSSL; its key was thrown away. */
export const SAMPLE_CREDIT_REFERENCE = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /SigFlags 3 >> >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R]
/Resources << /Font << /F1 5 0 R >> >> >>
endobj
4 0 obj
<< /Length 195 >>
stream
BT /F1 18 Tf 56 770 Td (Sample credit reference) Tj /F1 10 Tf 0 -28 Td (This file is always the same: the receipt of the order is its HTML.) Tj 0 -16 Td (Made by a sandbox. No money moved.) Tj ET
endstream
endobj
5 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
6 0 obj
<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /Rect [0 0 0 0] /F 132 /P 3 0 R /V 7 0 R >>
endobj
7 0 obj
<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Name (Pay-form sandbox)
/M (D:20260615120000Z) /ByteRange [0  899 2071  235]
/Contents <3082024306092a864886f70d010702a082023430820230020101310d300b0609608648016503040201300b06092a864886f70d010701a082016c308201683082010ea003020102021457d9efe7eb63dfc4af3aba66e224c6912e37a8f6300a06082a8648ce3d040302301b3119301706035504030c105061792d666f726d2073616e64626f783020170d3230303130313030303030305a180f32313230303130313030303030305a301b3119301706035504030c105061792d666f726d2073616e64626f783059301306072a8648ce3d020106082a8648ce3d03010703420004c316888282aeeb8324d85b4a41e39ed6252b9e49f154bf83d5fa9f326229641173fe2d82ac62bc090eab6b008dc150c59d609faa7b9abb4e44d4d1d1d7ac7870a32e302c300b0603551d0f0404030206c0301d0603551d0e041604145647cd134c8644c9f1bed57746f2a73ba5ecf2b6300a06082a8648ce3d040302034800304502202881e2cd4ec546dd9b3602f51bf26d8c642124363bc90f48885bcfcc6ecb42ef022100ed69c79cded8a8c6213a8e17ec1240cca3148ca012bf1d8ae9377f4aa6d119e731819e30819b0201013033301b3119301706035504030c105061792d666f726d2073616e64626f78021457d9efe7eb63dfc4af3aba66e224c6912e37a8f6300b0609608648016503040201300a06082a8648ce3d04030204483046022100b383566f0777ed383b570b0d8b7b3c869f2f9c389300c18e42e870d8dac2131602210085d6014e1520c486920469e5c4d16bc0b4c24c586aea5859da6ebf8bdba9448a0000> >>
endobj
xref
0 8
0000000000 65535 f 
0000000009 00000 n 
0000000102 00000 n 
0000000159 00000 n 
0000000301 00000 n 
0000000547 00000 n 
0000000617 00000 n 
0000000734 00000 n 
trailer << /Size 8 /Root 1 0 R >>
startxref
2082
%%EOF
`;
